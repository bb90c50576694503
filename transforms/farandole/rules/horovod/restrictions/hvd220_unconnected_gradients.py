"""Gradients of variables that the loss does not depend on."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
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
        """Yield nothing: the step that meets such a call raises it."""
        yield from ()
