"""Restriction on data: all processes must see the data in one order up to where they are divided."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.options import Options
from farandole.rules.rule import Finding, Refused, Rule
from farandole.script import Script


class OrderDiffers(Rule):
    """Data must be in the same order in all processes when they are divided.

    ## What it does

    Names a shuffling without a seed (`list_files`, `shuffle`, `image_dataset_from_directory`, parallel reading in any
    order) after which a dataset would have to be divided: it comes before a `filter`, an `interleave` or a `skip`,
    before a split into training and validation data, in a function that makes both of these, or in data that a
    vocabulary or a mean is computed from.

    ## Why

    Process `r` of `n` takes every `n`-th element, beginning with element `r`. In another order these are other
    elements: some samples would be seen twice and others never, and validation samples would be trained on.

    ## When it is not offered

    The data can be divided before they are shuffled, where no other data have a part in them, the shuffling has a
    `seed`, or it is turned off.

    ## Edit safety

    Nothing is edited for these data; the rest of the conversion is still offered, and then each process does all of the
    work.
    """

    code, name = "HVD212", "order-differs"
    title = "Seed the shuffling that comes before the data are divided"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.list_files("*.tfrecord", shuffle=False)
model.fit(data.interleave(tf.data.TFRecordDataset).map(lambda r: ([0.0], [0.0])).batch(2))
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.list_files("*.tfrecord")
model.fit(data.interleave(tf.data.TFRecordDataset).map(lambda r: ([0.0], [0.0])).batch(2))
""",
            because="HVD212",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the step that divides the work raises it."""
        yield from ()
