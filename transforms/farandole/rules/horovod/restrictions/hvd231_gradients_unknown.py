"""Gradients that are applied must be followed to where they are computed."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.distribution import is_distributed_otherwise
from farandole.frameworks.tensorflow.graphs import gradient_sources, gradients_of
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.refusal import refused
from farandole.rules.rule import Finding, Refused, Rule


class GradientsUnknown(Rule):
    """The gradients that `apply_gradients` gets must come from `compute_gradients` or `tf.gradients`.

    ## What it does

    Names an `apply_gradients` of a TensorFlow 1 graph whose gradients can't be followed to where they are computed:
    they are fed through placeholders, or come from a library that is not read.

    ## Why

    `hvd.DistributedOptimizer` averages the gradients that its own `compute_gradients` gives, not those that are handed
    to `apply_gradients`. Applied as they are, they would differ from process to process, and so would the models.

    ## When it is not offered

    Gradients that are clipped, scaled, accumulated, put in lists or passed through functions of the project are
    followed.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD231", "gradients-not-found"
    title = "Apply the gradients of compute_gradients or of tf.gradients"
    untouched = [
        """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.apply_gradients(optimizer.compute_gradients(w * w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
"""
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
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the steps of TensorFlow 1 that apply gradients of which nothing is known."""
        for training in script.trainings:
            if training.gradients or training.pattern not in GRAPHS or is_distributed_otherwise(script):
                continue
            for step in training.train_ops:
                if gradients_of(script, step) == "apply" and not gradient_sources(script, step):
                    message = f"it is not known here where the gradients that `{step.attribute}` applies are computed"
                    yield refused("HVD104", training, self, step, message)
