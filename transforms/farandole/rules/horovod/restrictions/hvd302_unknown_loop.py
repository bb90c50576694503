"""Restriction 2 on training loops: the loop must be of a known type."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule, Status


class UnknownLoop(Rule):
    """A training loop must be of one of the known types.

    ## What it does

    Names a loop that applies the gradients of a tape by its own arithmetic (`w.assign_sub(rate * gradient)`), and a
    TensorFlow 1 graph whose train op no session is seen to run.

    ## Why

    The steps of a conversion belong to an optimizer: its rate is scaled, its variables are broadcast. Without one it is
    not known what a step of the training is.

    ## When it is not offered

    Session, MonitoredSession, Estimator, GradientTape and Keras trainings are known.

    ## Edit safety

    Nothing is edited; the script is not converted until its gradients are applied by an optimizer.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD302", "training-loop-unknown"
    title = "Apply the gradients with an optimizer"
    untouched = [
        """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = w * w
optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
for step in range(10):
    with tf.GradientTape() as tape:
        loss = w * w
    gradient = tape.gradient(loss, w)
    w.assign_sub(0.1 * gradient)
""",
            because="HVD302",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the trainings of an unknown pattern."""
        for training in script.trainings:
            if training.pattern is not Pattern.UNKNOWN:
                continue
            step = training.steps[0]
            own = bool(training.gradients)
            text = training.document.segment(step.node.func)
            yield Finding(
                self,
                Status.REFUSED,
                training.document,
                training.span,
                f"the gradients are applied by `{text}`, not by an optimizer"
                if own
                else f"no session is seen to run the train op that `{text}` builds",
                "apply the gradients with a tf.keras.optimizers optimizer (SGD does the same arithmetic)"
                if own
                else "run the train op in a session that the script creates",
                training=training,
                step="HVD104",
                blocks=True,
            )
