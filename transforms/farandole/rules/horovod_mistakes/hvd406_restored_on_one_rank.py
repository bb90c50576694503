"""Broadcast what rank 0 restores."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class RestoredOnOneRank(Rule):
    """What one process restores must be broadcast.

    ## What it does

    Finds weights that only rank 0 restores, in a script that broadcasts nothing.

    ## Why

    Rank 0 goes on from the checkpoint, the others from their initial values: gradients of different models are
    averaged.

    ## When it is not offered

    Every process restores them, or the script broadcasts anything.

    ## Edit safety

    Nothing is edited: either every process restores the checkpoint, or its variables are broadcast after it.
    """

    family = MISTAKES
    code, name = "HVD406", "restored-on-one-rank"
    title = "Broadcast what rank 0 restores"
    severity = Severity.ERROR
    reported = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
if hvd.rank() == 0:
    model.load_weights("weights.h5")
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit(tf.ones([4, 2]), tf.ones([4, 1]))
""",
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
if hvd.rank() == 0:
    model.load_weights("weights.h5")
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit(tf.ones([4, 2]), tf.ones([4, 1]), callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what rank 0 alone restores."""
        words = ("broadcast", "Broadcast", ".elastic.")
        if any(
            name.startswith("horovod.") and any(word in name for word in words)
            for call in script.calls
            for name in call.names
        ):
            return
        if not initialised_by(script):
            return
        ranks = script.ranks
        for call in script.calls:
            restores = call.entry is not None and call.entry.facts.get("restores") is True
            if (restores or call.names & _TORCH) and not ranks.reaches(call.document, call.node):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(call.node),
                    f"only rank 0 restores this by `{call.attribute}`, and nothing is broadcast",
                    "broadcast the variables of rank 0 after it, or let every process restore them",
                )


_TORCH = frozenset({"torch.nn.Module.load_state_dict", "torch.optim.Optimizer.load_state_dict"})
