"""Restriction 3 on training loops: a model is trained through one training API pattern."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule, Status


class SeveralPatterns(Rule):
    """A train op must not be run both by a plain session and by a monitored one.

    ## What it does

    Names a training of a TensorFlow 1 graph that one run of the script makes in a plain session and another in a
    monitored one.

    ## Why

    A plain session broadcasts its variables in a statement after they are initialised, a monitored one by a hook.
    Which of the two applies can't be told before the script runs.

    ## When it is not offered

    Several models of one script may be trained in different ways, and one may be evaluated in another session.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD235", "several-patterns"
    title = "Train in one kind of session"
    untouched = [
        """\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
with tf.train.MonitoredTrainingSession() as sess:
    sess.run(train_op)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w))
"""
    ]
    refused = [
        Refused(
            """\
import sys
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
sess = tf.train.MonitoredTrainingSession() if len(sys.argv) > 1 else tf.Session()
sess.run(train_op)
""",
            because="HVD235",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the trainings that are made through several patterns."""
        for training in script.trainings:
            if training.pattern is Pattern.MULTIPLE:
                yield Finding(
                    self,
                    Status.REFUSED,
                    training.document,
                    training.span,
                    f"{training.label} is trained in a plain session and in a monitored one",
                    self.title,
                    training=training,
                    blocks=True,
                )
