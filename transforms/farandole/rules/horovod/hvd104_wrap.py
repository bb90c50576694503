"""Step 4: gradients are averaged over the processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.distribution import Distribution
from farandole.frameworks.tensorflow.training import Pattern, Training, minimized_unseen
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.graphs import examples as graph_examples
from farandole.rules.horovod.graphs import wrap as graphs
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.hvd105_broadcast import BroadcastVariables
from farandole.rules.horovod.models import wrap as models
from farandole.rules.horovod.models.frozen import frozen_by_files
from farandole.rules.horovod.patterns import GRAPHS, is_to_convert
from farandole.rules.horovod.restrictions.hvd205_optimizer_unknown import minimized_outside, not_averaged
from farandole.rules.horovod.tapes import wrap as tapes
from farandole.rules.rule import Example, Finding, Rule, Status


class AverageGradients(Rule):
    """Average the gradients over the processes before they are applied.

    ## What it does

    Wraps each tape whose gradients reach `apply_gradients` in `hvd.DistributedGradientTape`, and each optimizer that
    computes its own gradients (`compile`, `minimize`, `compute_gradients`) in `hvd.DistributedOptimizer`. A Keras model
    with its own `train_step` has the tape wrapped there and its optimizer left alone.

    A tape is rebound after its `with` statement; where that is not possible (the gradient is taken inside the `with`,
    in another function, or the tape serves another purpose as well) it is wrapped where its gradient is taken. Sources
    that are a single variable, a dict or nested lists are flattened for Horovod and put back afterwards.

    In a TensorFlow 1 graph the optimizer is wrapped after its assignment, or after the `if` that chooses it; one that
    is made in an expression, used for more than its gradients, or of a class of the project is wrapped where it stands
    or is used. The gradients of `tf.gradients`, which no optimizer averages, are averaged one by one.

    ## Why

    Each process sees other samples. Without averaging each trains a model of its own.

    ## When it is not offered

    A tape whose gradients are never applied, such as one for a gradient penalty, is left alone: averaging it would
    change the loss. A tape and an optimizer that are wrapped already are left alone; so is an optimizer that only
    applies the gradients of a wrapped tape, since those would be averaged twice.

    ## Edit safety

    Safe: at one process the average is the gradient itself. An optimizer that `compile` gets in a variable whose value
    is not known is marked for confirmation. So is a training of which layers are left out by the files that a run has left:
    another host has none, and would wait for gradients that rank 0 does not have.
    """

    family = STEPS
    code, name = "HVD104", "gradients-not-averaged"
    title = "Average the gradients over the processes"
    after = (InitHorovod,)
    sound_with = (BroadcastVariables,)
    examples = [
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for x, y in [(tf.ones([2, 1]), tf.ones([2, 1]))]:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for x, y in [(tf.ones([2, 1]), tf.ones([2, 1]))]:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
        ),
        Example(
            before="""\
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
opt = keras.optimizers.Adam(1e-3)  # a comment
model.compile(loss="mse", optimizer=opt)
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            after="""\
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
model = keras.Sequential([keras.layers.Dense(1)])
opt = keras.optimizers.Adam(1e-3)  # a comment
opt = hvd.DistributedOptimizer(opt)
model.compile(loss="mse", optimizer=opt)
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
        ),
        Example(
            before="""\
import os
from tensorflow import keras

class Pump:
    def __init__(self, path):
        if os.path.exists(path):
            self.model = keras.models.load_model(path)
            return
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(keras.optimizers.SGD(0.1), "mse")

pump = Pump("pump.h5")
pump.model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            after="""\
import os
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()

class Pump:
    def __init__(self, path):
        if os.path.exists(path):
            self.model = hvd.load_model(path)
            return
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(
            hvd.DistributedOptimizer(keras.optimizers.SGD(0.1)), "mse"
        )

pump = Pump("pump.h5")
pump.model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
        ),
        Example(
            before="""\
import tensorflow as tf

class ClippedAdam(tf.keras.optimizers.Adam):
    def apply_gradients(self, grads_and_vars, name=None):
        gradients, variables = zip(*grads_and_vars)
        gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
        return super().apply_gradients(zip(gradients, variables), name=name)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = ClippedAdam(0.001)
for x, y in [(tf.ones([2, 1]), tf.ones([2, 1]))]:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

class ClippedAdam(tf.keras.optimizers.Adam):
    def apply_gradients(self, grads_and_vars, name=None):
        gradients, variables = zip(*grads_and_vars)
        gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
        return super().apply_gradients(zip(gradients, variables), name=name)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = ClippedAdam(0.001)
for x, y in [(tf.ones([2, 1]), tf.ones([2, 1]))]:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
        ),
        *graph_examples.WRAP,
    ]
    untouched = [
        """\
import tensorflow as tf
x = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the tapes and optimizers of each training that do not average their gradients."""
        others = script.distributions
        if any(not other.optional for other in others):
            return
        asked = [*map(_without, others), *frozen_by_files(script)]
        for training in script.trainings:
            found = list(self._of(script, training, options))
            if not found and is_to_convert(script, training):
                step = training.steps[0]
                yield not_averaged(training).finding(self.code, step.document, step.node, training)
            for finding in found:
                yield replace(finding, confirm=_also(finding, asked)) if asked else finding

    def _of(self, script: Script, training: Training, options: Options) -> Iterator[Finding]:
        unseen = minimized_unseen(script, training)
        if unseen is not None:
            yield minimized_outside(training, unseen).finding(self.code, unseen.document, unseen.node, training)
        elif training.pattern is not Pattern.UNKNOWN:
            if training.gradients or training.pattern is Pattern.GRADIENT_TAPE:
                yield from tapes.find(self, script, training, options)
            elif training.pattern is Pattern.KERAS:
                yield from models.find(self, script, training, options)
            elif training.pattern in GRAPHS:
                yield from graphs.find(self, script, training, options)


def _without(other: Distribution) -> str:
    """Ask that a script is started without the options that distribute it otherwise."""
    return f"{other.document.place_of(other.node)} must stay switched off: it distributes the training by {other.by}"


def _also(finding: Finding, asked: Sequence[str]) -> str:
    """Add something to what is to be confirmed, where gradients are not averaged yet."""
    if finding.status is not Status.MISSING:
        return finding.confirm
    return "; ".join(filter(None, (finding.confirm, *dict.fromkeys(asked))))
