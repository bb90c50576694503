"""Readers of values, whatever they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def flat(value: Any) -> Iterator[Any]:
    """Give the leaves of nested lists, tuples and dictionaries (of any keys, which `tf.nest` would sort)."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item)
    else:
        yield value


def as_array(value: Any) -> Any:
    """Give the numpy array of a tensor or of something like an array, or None when it is neither."""
    import numpy  # noqa: PLC0415 - the user's, there when TensorFlow is

    try:
        return numpy.asarray(value.numpy() if hasattr(value, "numpy") else value)
    except Exception:
        return None
