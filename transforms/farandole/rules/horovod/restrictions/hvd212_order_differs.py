"""Restriction on data: all processes must see the data in one order up to where they are divided."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule


class OrderDiffers(Rule):
    """Data must be in the same order in all processes when they are divided.

    ## What it does

    Names a stage of a dataset that gives its elements in an order of its own in each process (parallel reading with
    `deterministic=False`, a transformation of the project in `apply`, `tfds.load(shuffle_files=True)`) and after which
    the dataset would have to be divided, since the stage comes before a `filter`, an `interleave`, a `skip`, or a split
    into training and validation data.

    ## Why

    Process `r` of `n` takes every `n`-th element, beginning with element `r`. In another order these are other
    elements: some samples would be seen twice and others never, and validation samples would be trained on.

    ## When it is not offered

    The data can be divided before that stage, where no other data have a part in them. A shuffling without a seed that
    stands in the way gets one when there are several processes.

    ## Edit safety

    Nothing is edited: the script is not converted until these data can be divided, since processes that all train on the
    same samples, at a rate times their number, train wrongly. The option `data = "none"` divides nothing.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD212", "order-differs"
    title = "Keep the data in order until they are divided"
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
data = tf.data.Dataset.from_tensor_slices(["a.tfrecord", "b.tfrecord"])
data = data.interleave(tf.data.TFRecordDataset, num_parallel_calls=2, deterministic=False)
model.fit(data.filter(lambda r: tf.strings.length(r) > 9).map(lambda r: ([0.0], [0.0])).batch(2))
""",
            because="HVD212",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the step that divides the work raises it."""
        yield from ()
