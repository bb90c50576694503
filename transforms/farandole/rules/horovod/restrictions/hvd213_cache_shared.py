"""Restriction on data: processes must not share the file of a cache."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Rule


class CacheShared(Rule):
    """Each process needs a cache file of its own.

    ## What it does

    Names a `cache` or `snapshot` with a file, on the way of the training data.

    ## Why

    The processes would write different data to one file, and read each other's.

    ## When it is not offered

    The data are cached in memory, or the file's name depends on `hvd.rank()`. Data that are not trained on are not divided:
    each process gets a file of its own for them (HVD107).

    ## Edit safety

    Nothing is edited: the script is not converted until these data can be divided, since processes that all train on the
    same samples, at a rate times their number, train wrongly. The option `data = "none"` divides nothing.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD213", "cache-shared"
    title = "Give the cache of each process its own file"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.data.Dataset.range(8).map(lambda x: ([x], [x])).cache().batch(2))
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.data.Dataset.range(8).map(lambda x: ([x], [x])).cache("data.cache").batch(2))
""",
            because="HVD213",
        )
    ]


def shared_cache(call: Call) -> Refusal | None:
    """Say that all processes would write one file, where a call keeps the elements of a dataset in one."""
    own = call.entry.facts.get("own-path") if call.entry is not None else None
    path = call.argument(str(own)) if own is not None else None
    if path is None or (isinstance(path, ast.Constant) and not path.value):
        return None
    return Refusal(
        CacheShared(),
        f"all processes would write the file {call.document.quote(path)} of {call.attribute}",
        "give each process its own file, with hvd.rank() in its name, and shard the dataset before it",
    )
