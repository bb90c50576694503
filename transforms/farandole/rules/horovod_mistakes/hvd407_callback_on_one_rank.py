"""Give every process the callbacks that change the training."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.horovod.ranks import EVERY, Ranks
from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class CallbackOnOneRank(Rule):
    """A callback that changes the training belongs on every process.

    ## What it does

    Finds `EarlyStopping`, `TerminateOnNaN`, `ReduceLROnPlateau`, `LearningRateScheduler` and Horovod's callbacks of
    the rate where only some processes come, as in `if hvd.rank() == 0:`.

    ## Why

    A process that stops alone leaves the others waiting for its gradients for ever; one that changes its rate alone
    takes other steps with the same gradients.

    ## When it is not offered

    The other processes create such a callback elsewhere, or the condition can't be told from the text.

    ## Edit safety

    Nothing is edited: with the callback on every process, what it decides by must be averaged first.
    """

    family = MISTAKES
    code, name = "HVD407", "callback-on-one-rank"
    title = "Give every process the callbacks that change the training"
    severity = Severity.ERROR
    reported = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.EarlyStopping(patience=2))
""",
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), tf.keras.callbacks.EarlyStopping(patience=2)]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the callbacks that only some processes create."""
        if not initialised_by(script):
            return
        ranks = Ranks(script)
        reached = {call: ranks.reaching(call.document, call.node) for call in script.calls_to(*_CALLBACKS)}
        for call, processes in reached.items():
            others = (each for each in reached if each is not call and each.names & call.names)
            if processes != EVERY and not any(reached[each] - processes for each in others):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(call.node),
                    f"`{call.attribute}` changes the training of some processes only",
                    "create it on every process, with hvd.callbacks.MetricAverageCallback() before it",
                )


_CALLBACKS = (
    *(
        f"tensorflow.keras.callbacks.{name}"
        for name in ("EarlyStopping", "TerminateOnNaN", "ReduceLROnPlateau", "LearningRateScheduler")
    ),
    *(
        f"horovod.tensorflow.keras.callbacks.{name}"
        for name in ("LearningRateWarmupCallback", "LearningRateScheduleCallback")
    ),
)
