"""Learning rates that can't be seen."""

from __future__ import annotations

from farandole.frameworks.tensorflow.training import Training
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Rule


class RateHidden(Rule):
    """The learning rate of an optimizer must be given where it can be scaled.

    ## What it does

    Names an optimizer whose learning rate is hidden: in `*` or `**` arguments, in a schedule or function outside the
    project, or in an optimizer whose class is not known.

    ## Why

    The rate should grow with the number of processes, and a rate that can't be seen can't be multiplied.

    ## When it is not offered

    With `learning-rate-scaling = "none"`.

    ## Edit safety

    Nothing is edited for this rate; the rest of the script is converted, and trains with the rate that it had.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD221", "learning-rate-hidden"
    title = "Give the learning rate where it can be scaled"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.1), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
    ]
    refused = [
        Refused(
            """\
import json
import numpy as np
import tensorflow as tf
x = tf.placeholder(tf.float32, [None, 2])
optimizer = tf.train.AdamOptimizer(**json.load(open("adam.json")))
train_op = optimizer.minimize(tf.reduce_mean(tf.square(tf.layers.dense(x, 1))))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        session.run(train_op, {x: np.random.rand(32, 2)})
""",
            because="HVD221",
        ),
        Refused(
            """\
import tensorflow as tf
from schedules import Warmup
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(Warmup(steps=100)), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD221",
        ),
    ]


def rate_by_own_steps(training: Training, setting: str) -> Refusal:
    """Say that the rate of a training is set by the number of a step, of which each process counts its own."""
    return Refusal(
        RateHidden(),
        f"`{setting}` sets the learning rate of {training.label} by the number of the step, and a process takes a part of "
        "the steps",
        "give it the number of the steps of all processes: `step * hvd.size()`",
        blocks=False,
    )


def rate_hidden(training: Training, reason: str) -> Refusal:
    """Say that the rate of a training can't be scaled where it is set, with the reason that following it gave."""
    return Refusal(
        RateHidden(),
        f"the learning rate of {training.label} can't be scaled: {reason}",
        "multiply the learning rate by hvd.size() where it is set",
        blocks=False,
    )
