"""Restriction on training loops: a step must not train on all samples at once."""

from __future__ import annotations

from farandole.analysis.loops import LoopAt
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.horovod.division.sampling import takes_the_same
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Rule


class FullBatch(Rule):
    """A training loop must not train on the same samples in each turn.

    ## What it does

    Names a counted loop each of whose turns trains on the same arrays, all of them.

    ## Why

    Every process would compute the same gradient: their average is what each has alone. With the steps divided and the
    rate multiplied by the number of processes the model would be trained in fewer and larger steps, for nothing.

    ## When it is not offered

    The loop reads a part of the samples in each turn, draws them, or gets them from a dataset or generator.

    ## Edit safety

    Nothing is edited; the script is not converted. By hand it can be: give each process a part of the samples, and leave
    the number of steps and the learning rate as they are.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD306", "full-batch"
    title = "Give each process a part of the samples, and leave steps and rate as they are"
    untouched = [
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = np.random.rand(1000, 4)
for step in range(100):
    chosen = np.random.randint(0, 1000, 32)
    model.train_on_batch(data[chosen], data[chosen, :1])
"""
    ]
    refused = [
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = np.random.rand(1000, 4)
for step in range(100):
    model.train_on_batch(data, data[:, :1])
""",
            because="HVD306",
        )
    ]


def full_batch(script: Script, training: Training, outermost: LoopAt) -> Refusal | None:
    """Say that every turn of a loop trains on the same samples, where nothing in it gives others."""
    if not takes_the_same(script, outermost):
        return None
    return Refusal(
        FullBatch(),
        f"every turn of this loop trains {training.label} on the same samples, and so would every process",
        'give each process a part of the samples, by hvd.rank() and hvd.size(), and set data = "none": nothing is divided then',
    )
