"""Gradients that are applied must be followed to where they are computed."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizer_steps import gradient_sources, gradients_of
from farandole.frameworks.tensorflow.training import Pattern, Training, unfollowed_gradients
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule


class GradientsUnknown(Rule):
    """The gradients that `apply_gradients` gets must come from `compute_gradients` or `tf.gradients`.

    ## What it does

    Names an `apply_gradients` whose gradients can't be followed to where they are computed: they are fed through
    placeholders, or come from a library or a function that is not read, if only on one of several ways.

    ## Why

    `hvd.DistributedGradientTape` averages the gradients of its tape, and `hvd.DistributedOptimizer` those that its own
    `compute_gradients` gives, not what is handed to `apply_gradients`. Applied as they are, they would differ from process to process, and so would the models.

    ## When it is not offered

    Gradients that are clipped, scaled, accumulated, put in lists or passed through functions of the project are
    followed.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD231", "gradients-not-found"
    title = "Apply the gradients of a tape, of compute_gradients or of tf.gradients"
    untouched = [
        """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.apply_gradients(optimizer.compute_gradients(w * w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
        """\
import tensorflow as tf
from features import FeatureSet
features = FeatureSet("train")
model = tf.keras.Sequential([tf.keras.layers.Dense(features.classes)])
optimizer = tf.keras.optimizers.SGD(0.1)
for x, y in features.batches(32):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
fed = tf.placeholder(tf.float32)
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.apply_gradients([(fed, w)])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op, {fed: 0.5})
""",
            because="HVD231",
        ),
        Refused(
            """\
import sys
import tensorflow as tf
from estimates import estimate
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)
for x in tf.data.Dataset.from_tensor_slices([1.0, 2.0]):
    with tf.GradientTape() as tape:
        loss = w * x
    gradients = estimate(loss, [w]) if "fast" in sys.argv else tape.gradient(loss, [w])
    optimizer.apply_gradients(zip(gradients, [w]))
""",
            because="HVD231",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the steps that apply gradients of which nothing is known."""
        for training in script.trainings:
            if training.pattern is Pattern.GRADIENT_TAPE:
                yield from self._of_tapes(script, training)
            if training.gradients or training.pattern not in GRAPHS or script.is_distributed_otherwise:
                continue
            for step in training.train_ops:
                if gradients_of(script, step) == "apply" and not gradient_sources(script, step):
                    message = f"it is not known here where the gradients that `{step.attribute}` applies are computed"
                    yield Refusal(self, message).finding("HVD104", step.document, step.node, training)

    def _of_tapes(self, script: Script, training: Training) -> Iterator[Finding]:
        """Find the steps that apply gradients of tapes, or others of which nothing is known."""
        for step in training.steps:
            reason = unfollowed_gradients(script, step) if step.attribute == "apply_gradients" else ""
            if reason:
                message = (
                    f"it is not known here where all gradients that `{step.attribute}` applies are computed: {reason}"
                )
                yield Refusal(self, message).finding("HVD104", step.document, step.node, training)
