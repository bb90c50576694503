"""Restriction on data: processes must not share the file of a cache."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule


class CacheShared(Rule):
    """Each process needs a cache file of its own.

    ## What it does

    Names a `cache` or `snapshot` with a file, on the way of the training data.

    ## Why

    The processes would write different data to one file, and read each other's.

    ## When it is not offered

    The data are cached in memory, or the file's name depends on `hvd.rank()`.

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

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the step that divides the work raises it."""
        yield from ()
