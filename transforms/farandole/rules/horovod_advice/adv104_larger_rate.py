"""Take larger batches at the rate of one process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import LearningRateScaling, Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod_advice.adv102_rate_without_warmup import RateWithoutWarmup
from farandole.rules.horovod_advice.adv106_fixed_processes import FixedProcesses
from farandole.rules.horovod_advice.adv109_loop_without_warmup import LoopWithoutWarmup
from farandole.rules.horovod_advice.rates import is_size, scaled_rate
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document, EditSet, layout


class LargerRate(Rule):
    """The batch of all processes can be taken at the rate of one.

    ## What it does

    Finds rates that are multiplied by `hvd.size()`, and takes the factor away: each step sees the samples of all processes,
    and is as long as one of a single process.

    ## Why

    A larger batch makes gradients less noisy, which has the same effect as a smaller rate (Smith et al. 2018). Where the
    scaled rate throws the training off, also with warm-up, the larger batch alone is the safer way: with optimizers that
    adapt the rate, such as Adam, with recurrent networks, and for the last epochs of a training. It pays less where a
    training of few epochs must go far.

    ## When it is not offered

    The rate is a schedule or is computed in another way, or one factor is used for several things. It is only said where the
    same product is written elsewhere, too, as for a warm-up: that is to be decided together.

    ## Edit safety

    It asks to be confirmed: the training needs more epochs. A comment tells `farandole check` that the rate is meant so;
    for a whole project, `learning-rate-scaling = "none"` says the same.
    """

    family = ADVICE
    code, name = "ADV104", "larger-rate"
    title = "Take larger batches at the rate of one process"
    excludes = (RateWithoutWarmup, FixedProcesses, LoopWithoutWarmup)
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
model.fit(x, y, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01)), "mse")  # farandole: ignore[HVD103]
model.fit(x, y, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
        ),
    ]
    reported = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
callbacks.append(hvd.callbacks.LearningRateWarmupCallback(initial_lr=0.01 * hvd.size(), warmup_epochs=5))
model.fit(x, y, epochs=90, callbacks=callbacks)
""",
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.keras.optimizers.schedules.ExponentialDecay(0.01 * hvd.size(), 100, 0.9)
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(rate)), "mse")
model.fit(x, y, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find rates that grow with the number of processes."""
        if options.rate_scaling is LearningRateScaling.NONE:
            return
        seen: set[ast.expr] = set()
        for training in script.trainings:
            document, product = scaled_rate(script, training) or (training.document, None)
            if not isinstance(product, ast.BinOp) or product in seen:
                continue
            seen.add(product)
            kept = product.left if is_size(script, product.right) else product.right
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(product),
                f"{training.label} grows its steps with the number of processes",
                "take the larger batch at the rate of one process instead",
                training=training,
                confirm="it needs more epochs to go as far",
                fix=None if _is_written_twice(script, product) else partial(_fix, document, product, kept),
            )


def _is_written_twice(script: Script, product: ast.BinOp) -> bool:
    """Say whether the same product stands elsewhere: what it is there would no longer be the rate."""
    text = ast.unparse(product)
    others = (each for document in script.documents for each in document.nodes(ast.BinOp) if each is not product)
    return any(ast.unparse(each) == text for each in others)


def _fix(document: Document, product: ast.BinOp, kept: ast.expr) -> EditSet:
    comment = layout.add_comment(document, product, "farandole: ignore[HVD103]")
    return EditSet.of(document, [*layout.replace(document, product, document.segment(kept)), *comment])
