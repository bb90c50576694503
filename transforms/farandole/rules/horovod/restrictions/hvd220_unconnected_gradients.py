"""Gradients of variables that the loss does not depend on."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.tapes import is_distributed, tape_text
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule


class UnconnectedGradients(Rule):
    """`tape.gradient` must not be given `unconnected_gradients`.

    ## What it does

    Names a `tape.gradient(…, unconnected_gradients=…)` whose gradients are applied.

    ## Why

    `hvd.DistributedGradientTape.gradient` has no such argument, so the converted script would stop there.

    ## When it is not offered

    The gradients of the tape never reach `apply_gradients`: such a tape is not wrapped.

    ## Edit safety

    Nothing is edited; the script is not converted until its author has dropped the argument.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD220", "unconnected-gradients"
    title = "Drop unconnected_gradients from tape.gradient"
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
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = w * w
gradients = tape.gradient(loss, [w], unconnected_gradients=tf.UnconnectedGradients.ZERO)
optimizer.apply_gradients(zip(gradients, [w]))
""",
            because="HVD220",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the gradients of trainings that Horovod's tape could not compute."""
        for training in script.trainings:
            if training.pattern is Pattern.UNKNOWN or script.is_distributed_otherwise:
                continue
            for gradient in training.gradients:
                if is_unconnected(gradient) and not is_distributed(script, gradient):
                    message = (
                        f"`{tape_text(gradient)}.gradient` is called with `unconnected_gradients`, "
                        "which hvd.DistributedGradientTape does not take"
                    )
                    way_out = "drop the argument, or replace the gradients that are None afterwards"
                    yield Refusal(self, message, way_out).finding("HVD104", gradient.document, gradient.node, training)


def is_unconnected(gradient: Call) -> bool:
    """Say whether the gradients of what a result does not depend on are asked for."""
    return gradient.argument("unconnected_gradients") is not None
