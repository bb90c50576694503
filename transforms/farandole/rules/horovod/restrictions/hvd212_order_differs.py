"""Restriction on data: all processes must see the data in one order up to where they are divided."""

from __future__ import annotations

from collections.abc import Iterable

from farandole.frameworks.tensorflow.datasets import Path, Stage
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.division.pipelines import Pipeline, Reader
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Related, Rule


class OrderDiffers(Rule):
    """Data must be in the same order in all processes when they are divided.

    ## What it does

    Names a stage of a dataset that gives its elements in an order of its own in each process (a shuffling whose arguments
    are not seen, a transformation of the project in `apply`, parallel reading that is set up while a module is imported)
    and after which the dataset would have to be divided, since the stage comes before a `filter`, an `interleave`, a
    `skip`, or a split into training and validation data.

    ## Why

    Process `r` of `n` takes every `n`-th element, beginning with element `r`. In another order these are other
    elements: some samples would be seen twice and others never, and validation samples would be trained on.

    ## When it is not offered

    The data can be divided before that stage, where no other data have a part in them. A shuffling without a seed that
    stands in the way gets one when there are several processes, and `sloppy` reading, or parallel stages with
    `deterministic=False` in their arguments or in the options of the dataset, keep the order then.

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
import json
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
shuffling = json.load(open("shuffling.json"))
data = tf.data.Dataset.from_tensor_slices(["a.tfrecord", "b.tfrecord"])
data = data.interleave(tf.data.TFRecordDataset).shuffle(**shuffling)
model.fit(data.filter(lambda r: tf.strings.length(r) > 9).map(lambda r: ([0.0], [0.0])).batch(2))
""",
            because="HVD212",
        )
    ]


def order_differs(path: Path, differs: int, first: int) -> Refusal | None:
    """Say why a path can't be divided: the order differs from a stage on, before `first`, after which it may be divided."""
    if first < differs:
        return None
    shuffled, counted = path[differs], path[first]
    places = tuple(
        Related(stage.call.document, stage.call.document.span(stage.call.node), message)
        for stage, message in (
            (shuffled, "the order differs from here on"),
            (counted, "the data are divided after this"),
        )
        if stage.call is not None
    )
    after = f", so they can't be divided after {counted.title}" if counted is not shuffled else ""
    message = f"{shuffled.title} gives each process another order of the data{after}"
    help_text = f"make {shuffled.title} keep the order (a seed, deterministic=True), and shuffle the dataset later"
    if shuffled.kind == "unknown":
        message = f"{shuffled.title} may give each process another order of the data{after}: what it does is not known"
        help_text = "let a function of the project be called with the dataset, as in `data = prepare(data)`"
    return Refusal(OrderDiffers(), message, help_text, places)


def order_shared(read: Pipeline, reader: Reader, path: Iterable[Stage]) -> Refusal | None:
    """Say why data that another reads can't be divided before it: a stage gives each process another order of them."""
    shuffled = next((stage for stage in path if not stage.agreed), None)
    if shuffled is None:
        return None
    return Refusal(
        OrderDiffers(),
        f"{read.document.quote(read.node)} has data in common with {reader.document.quote(reader.node)}, which "
        f"{reader.does}, and {shuffled.title} gives each process another order of them",
        f"make {shuffled.title} keep the order, or make the dataset for training apart from the others before it",
        (Related(reader.document, reader.document.span(reader.node), f"this {reader.does}"),),
    )
