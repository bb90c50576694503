"""Warm the rate up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import FITS
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod.names import horovod_keras
from farandole.rules.horovod_advice.rates import Rate, assigned, scaled_rate
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout

_EPOCHS = 5
_SETS_RATE = ("LearningRateWarmupCallback", "LearningRateScheduleCallback", "LearningRateScheduler")


class RateWithoutWarmup(Rule):
    """A rate that was multiplied by the number of processes can be reached in steps.

    ## What it does

    Finds Keras models that `fit` trains with a rate times `hvd.size()` from the first step on, and adds
    `hvd.callbacks.LearningRateWarmupCallback`: the rate begins as that of one process and grows to the scaled one in five
    epochs.

    ## Why

    While the variables still change fast, a large rate can throw the training off, or end it at a worse loss
    (Goyal et al. 2017, section 2.2). It pays with eight processes or more and trainings of many epochs; with two, the
    rate is hardly larger.

    ## When it is not offered

    Fewer than ten epochs are known to be trained; the rate is a schedule, or a callback sets it; the callbacks of
    `fit` do not stand there as a list; the rate is not known where `fit` is called.

    ## Edit safety

    The rate of the first five epochs is another one. The momentum is left alone (`momentum_correction=False`): Horovod
    0.28 can't set that of the optimizers of TensorFlow 2.11 and later.
    """

    family = ADVICE
    code, name = "ADV102", "rate-without-warmup"
    title = "Warm the learning rate up"
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(x, y, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(
    x,
    y,
    epochs=90,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.LearningRateWarmupCallback(
            initial_lr=0.01 * hvd.size(), warmup_epochs=5, momentum_correction=False
        ),
    ],
)
""",
        ),
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
rate = 0.01 * hvd.size()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.Adam(learning_rate=rate))
model.compile(optimizer, "mse")
callbacks = [tf.keras.callbacks.EarlyStopping()]
model.fit(x, y, epochs=args.epochs, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks])
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
rate = 0.01 * hvd.size()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.Adam(learning_rate=rate))
model.compile(optimizer, "mse")
callbacks = [tf.keras.callbacks.EarlyStopping()]
model.fit(
    x,
    y,
    epochs=args.epochs,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.LearningRateWarmupCallback(initial_lr=rate, warmup_epochs=5, momentum_correction=False),
        *callbacks,
    ],
)
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(x, y, epochs=3, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01)), "mse")
model.fit(x, y, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
schedule = tf.keras.callbacks.LearningRateScheduler(lambda epoch: 0.01 * hvd.size())
model.fit(x, y, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), schedule])
""",
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
def compiled(rate):
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate * hvd.size())), "mse")
compiled(0.01)
model.fit(x, y, epochs=90, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find trainings by `fit` that begin with the scaled rate."""
        for training in script.trainings:
            fits = [step for step in training.steps if step.names & set(FITS)]
            rate = scaled_rate(script, training)
            for fit in fits:
                callbacks = fit.argument("callbacks")
                if rate is None or not isinstance(callbacks, ast.List) or not _is_long(script, fit):
                    continue
                if _sets_rate(script, callbacks) or not _is_known_at(script, rate, fit):
                    continue
                hvd = horovod_keras(script, fit.document)
                yield Finding(
                    self,
                    Status.VIOLATION,
                    fit.document,
                    fit.document.span(fit.node.func),
                    f"{training.label} begins with the rate of all processes",
                    "let it grow from the rate of one in the first epochs",
                    training=training,
                    fix=partial(_fix, fit, callbacks, fit.document.segment(rate[1]), hvd.text)
                    if not hvd.edits
                    else None,
                )


def _is_known_at(script: Script, rate: Rate, fit: Call) -> bool:
    """Say whether a rate means the same where `fit` is called: in its scope, of names that are bound once."""
    document, node = rate
    if document is not fit.document or document.scope(node) is not document.scope(fit.node):
        return False
    names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
    return all(
        assigned(script, document, each) is not None or any(map(_is_horovod, script.names_of(each))) for each in names
    )


def _is_horovod(name: str) -> bool:
    return name.startswith("horovod.")


def _is_long(script: Script, fit: Call) -> bool:
    """Say whether a training is not known to be of few epochs."""
    epochs = fit.argument("epochs")
    known = script.constants(epochs)
    return epochs is not None and not any(isinstance(each, int) and each < 2 * _EPOCHS for each in known)


def _sets_rate(script: Script, callbacks: ast.expr) -> bool:
    """Say whether one of the callbacks sets the rate, or may."""

    def sets(value: Value) -> bool:
        call = script.creation(value) if isinstance(value, Instance) else None
        return call is not None and any(name.endswith(_SETS_RATE) for name in call.names)

    values = script.values(callbacks)
    return bool(values.unknown) or bool(script.origins(values, sets))


def _fix(fit: Call, callbacks: ast.List, rate: str, hvd: str) -> EditSet:
    document = fit.document
    own = [index for index, each in enumerate(callbacks.elts) if document.segment(each).startswith(f"{hvd}.callbacks.")]
    arguments = f"initial_lr={rate}, warmup_epochs={_EPOCHS}, momentum_correction=False"
    element = f"{hvd}.callbacks.LearningRateWarmupCallback({arguments})"
    return EditSet.of(document, layout.insert_element(document, callbacks, own[-1] + 1 if own else 0, element))
