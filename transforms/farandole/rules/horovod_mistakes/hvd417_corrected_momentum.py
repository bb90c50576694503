"""Leave the momentum alone while the rate changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.support import has_new_optimizers
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import innermost
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout

_CALLBACKS = ("LearningRateWarmupCallback", "LearningRateScheduleCallback")
_WITH_MOMENTUM = ("tensorflow.keras.optimizers.SGD", "tensorflow.keras.optimizers.RMSprop")


class CorrectedMomentum(Rule):
    """Horovod's rate callbacks can't set the momentum of newer optimizers.

    ## What it does

    Finds `LearningRateWarmupCallback` and `LearningRateScheduleCallback` with their default `momentum_correction`, where
    TensorFlow 2.11 or later trains with `SGD` or `RMSprop`, and switches the correction off.

    ## Why

    Since TensorFlow 2.11 the momentum of an optimizer is a number and no variable. Horovod 0.28.1 sets it as a variable, also
    when it is 0, and the first step stops with `'float' object has no attribute 'dtype'`.

    ## When it is not offered

    The environment, the lock files and the requirements of the project do not tell the version of TensorFlow, or an
    optimizer of `tf.keras.optimizers.legacy` is used.

    ## Edit safety

    The momentum stays what it is while the rate grows. To have it corrected, train with the optimizer of
    `tf.keras.optimizers.legacy`.
    """

    family = MISTAKES
    code, name = "HVD417", "corrected-momentum"
    title = "Leave the momentum alone while the rate changes"
    severity = Severity.ERROR
    files = {"requirements.txt": "tensorflow==2.12.1\nhorovod==0.28.1\n"}
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size(), momentum=0.9)), "mse")
warmup = hvd.callbacks.LearningRateWarmupCallback(initial_lr=0.01 * hvd.size(), warmup_epochs=3)
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=9, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), warmup])
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size(), momentum=0.9)), "mse")
warmup = hvd.callbacks.LearningRateWarmupCallback(
    initial_lr=0.01 * hvd.size(), warmup_epochs=3, momentum_correction=False
)
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=9, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), warmup])
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
warmup = hvd.callbacks.LearningRateWarmupCallback(initial_lr=0.01 * hvd.size(), warmup_epochs=3)
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=9, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), warmup])
""",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.legacy.SGD(0.01 * hvd.size(), momentum=0.9)), "mse")
warmup = hvd.callbacks.LearningRateWarmupCallback(initial_lr=0.01 * hvd.size(), warmup_epochs=3)
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=9, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), warmup])
""",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
warmup = hvd.callbacks.LearningRateWarmupCallback(0.01 * hvd.size(), 3, momentum_correction=False)
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=9, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), warmup])
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find rate callbacks that would set the momentum of an optimizer of TensorFlow 2.11 or later."""
        calls = script.calls_to(*(f"horovod.tensorflow.keras.callbacks.{each}" for each in _CALLBACKS))
        if not calls or not _have_momentum(script) or not has_new_optimizers(script):
            return
        for call in calls:
            if call.hides_arguments or call.argument("momentum_correction") is not None or len(call.node.args) > 2:  # noqa: PLR2004
                continue
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                "this callback sets the momentum, which optimizers since TensorFlow 2.11 don't let it do",
                "give it momentum_correction=False",
                fix=partial(_fix, call),
            )


def _have_momentum(script: Script) -> bool:
    """Say whether all optimizers that are trained with are known, have a momentum, and are not the older ones."""
    wrapped = [each for training in script.trainings for each in training.optimizers]
    created = [script.creation(plain) for each in wrapped for plain in innermost(script, each)]
    legacy = any("legacy" in document.text for document in script.documents)
    return (
        bool(created)
        and not legacy
        and all(call is not None and bool(call.names & set(_WITH_MOMENTUM)) for call in created)
    )


def _fix(call: Call) -> EditSet:
    return EditSet.of(call.document, layout.add_argument(call.document, call.node, "momentum_correction=False"))
