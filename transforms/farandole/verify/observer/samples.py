"""The samples that are drawn, and which of them are for training."""

from __future__ import annotations

import hashlib
import threading
from typing import Any

from .values import as_array


def digests(arrays: list[Any]) -> list[str]:
    """Give one digest for each sample of a batch: of the rows of all its arrays together.

    When they have no first dimension in common, it is one digest of the whole.
    """
    lengths = {array.shape[0] if array.ndim else None for array in arrays}
    rows = lengths.pop() if len(lengths) == 1 else None

    def one(parts: list[Any]) -> str:
        digest = hashlib.blake2b(digest_size=8)
        for part in parts:
            digest.update(repr(part.tolist()).encode() if part.dtype == object else part.tobytes())
        return digest.hexdigest()

    if rows is None:
        return [one(arrays)]
    return [one([array[row] for array in arrays]) for row in range(rows)]


class Events:
    """What happened, in its order: samples drawn from a source, and steps of an optimizer."""

    def __init__(self) -> None:
        self._events: list[tuple[str, int, list[str]]] = []
        self._sources: list[str] = []
        self._lock = threading.Lock()

    def source(self, kind: str) -> int:
        """Give a new source of samples (a dataset's iterator, a feed, the arguments of a step); its number."""
        with self._lock:
            self._sources.append(kind)
            return len(self._sources) - 1

    def drawn(self, source: int, values: list[Any]) -> None:
        """Note that a batch was drawn from a source."""
        arrays = [array for array in map(as_array, values) if array is not None]
        if arrays:
            with self._lock:
                self._events.append(("drawn", source, digests(arrays)))

    def stepped(self, optimizer: int) -> None:
        """Note that an optimizer has taken a step, or a compiled function several of them."""
        with self._lock:
            self._events.append(("stepped", optimizer, []))

    def training(self) -> list[dict[str, Any]]:
        """Give the sources that fed training, each with its batches.

        A source fed training when a step was taken between two of its batches, or right after one of them.
        """
        batches: dict[int, list[list[str]]] = {}
        steps_at_first_batch: dict[int, int] = {}
        fed: set[int] = set()
        steps, last = 0, None
        for kind, number, samples in self._events:
            if kind == "stepped":
                steps += 1
                if last is not None:
                    fed.add(last)
            else:
                last = number
                batches.setdefault(number, []).append(samples)
                if steps > steps_at_first_batch.setdefault(number, steps):
                    fed.add(number)
        return [{"kind": self._sources[number], "batches": batches[number]} for number in sorted(fed)]
