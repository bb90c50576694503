"""Restriction 4 on training loops, as far as it stands: a statement must be able to follow the training step."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule


class BroadcastPlace(Rule):
    """The training step must be called where its variables can be broadcast after it.

    ## What it does

    Names a training step after which no broadcast can be put: it is called in the head of a loop or in an expression
    whose function has no known caller, the optimizer has no name where a traced step is called, or the callbacks of
    `fit` are hidden in `**arguments`.

    ## Why

    The variables of rank 0 are broadcast after the first step, when all of them exist. Inside a function traced by
    `tf.function` a test for the first step would be made while tracing, not while training, so the broadcast has to
    follow the call of that function.

    ## When it is not offered

    Steps in methods, nested functions and other modules are followed to where they are called.

    ## Edit safety

    Nothing is edited; without the broadcast the processes would train different models.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD304", "no-place-for-broadcast"
    title = "Call the training step in a statement of its own"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]], [[2.0]], callbacks=None)
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

while step(tf.ones([2, 1]), tf.ones([2, 1])) > 0.01:
    pass
""",
            because="HVD304",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the step that looks for a place raises it."""
        yield from ()
