"""Small synthetic data in place of data sets that are downloaded: the same in every run and on every rank."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

Arrays = list[dict[str, Any]]
"""The arrays of a sample: name, shape and element type (or `lengths`, or `words`), and the range of their values."""


def rows(part: str, published: int, sizes: Mapping[str, int] | None) -> int:
    """Give how many samples a part has: those of a small data set, or as many as were published."""
    if sizes is None:
        return published
    return min(published, sizes["train" if part in ("train", "all") else "test"])


def arrays(name: str, part: str, count: int, described: Arrays, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Give the arrays of a part of a data set, by name: `count` samples each, the same whenever they are asked for.

    `arguments` are those of the call: an array may take its range from one of them.
    """
    import numpy  # noqa: PLC0415 - the user's

    made = {}
    for array in described:
        generator = numpy.random.Generator(numpy.random.PCG64(zlib.crc32(f"{name}/{part}/{array['name']}".encode())))
        low = array.get("from", 0)
        high = arguments.get(array.get("below_argument", "")) or array.get("below")
        if "lengths" in array:
            lengths = generator.integers(*array["lengths"], size=count)
            value = numpy.empty(count, dtype=object)
            for number, length in enumerate(lengths):
                value[number] = generator.integers(low, high, size=length).tolist()
        elif "words" in array:
            lengths = generator.integers(*array["words"], size=count)
            texts = [" ".join(f"word{n}" for n in generator.integers(0, 500, size=length)) for length in lengths]
            value = numpy.array(texts, dtype=object)
        elif array["dtype"] == "str":
            value = generator.integers(low, high, size=count).astype(str).astype(object)
        elif high is None:
            value = generator.random([count, *array["shape"]]).astype(array["dtype"])
        else:
            value = generator.integers(low, high, size=[count, *array["shape"]]).astype(array["dtype"])
        made[array["name"]] = value
    return made
