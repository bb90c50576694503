"""The samples that are drawn, and which of them are for training."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable
from typing import Any, NamedTuple

from .values import as_array


def digest_of(parts: Iterable[Any]) -> str:
    """Give one digest of arrays."""
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        digest.update(repr(part.tolist()).encode() if part.dtype == object else part.tobytes())
    return digest.hexdigest()


def digests(arrays: list[Any]) -> list[str]:
    """Give one digest for each sample of a batch: of the rows of all its arrays together.

    When they have no first dimension in common, it is one digest of the whole.
    """
    lengths = {array.shape[0] if array.ndim else None for array in arrays}
    rows = lengths.pop() if len(lengths) == 1 else None
    if rows is None:
        return [digest_of(arrays)]
    return [digest_of([array[row] for array in arrays]) for row in range(rows)]


class Event(NamedTuple):
    """A batch that was drawn, a call that may take a step, or a step that was taken.

    `samples` are the digests of a batch's samples, and `arrays` those of its arrays as wholes.
    """

    kind: str
    source: int = -1
    samples: tuple[str, ...] = ()
    arrays: frozenset[str] = frozenset()


CALLED, STEPPED, DRAWN, ENTERED = "called", "stepped", "drawn", "entered"


class Events:
    """What happened, in its order: samples drawn from a source, and steps of an optimizer."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._sources: list[str] = []
        self._lock = threading.Lock()

    def source(self, kind: str) -> int:
        """Give a new source of samples (a dataset's iterator, a feed, the arguments of a step, a tape); its number."""
        with self._lock:
            self._sources.append(kind)
            return len(self._sources) - 1

    def drawn(self, source: int, values: list[Any]) -> None:
        """Note that a batch was drawn from a data set."""
        self._note(DRAWN, source, values)

    def entered(self, source: int, values: list[Any]) -> None:
        """Note that a batch entered a step: as a feed, as arguments, or under a tape."""
        self._note(ENTERED, source, values)

    def _note(self, kind: str, source: int, values: list[Any]) -> None:
        arrays = [array for array in map(as_array, values) if array is not None]
        if arrays:
            wholes = frozenset(digest_of([array]) for array in arrays if array.size > 1)
            with self._lock:
                self._events.append(Event(kind, source, tuple(digests(arrays)), wholes))

    def called(self) -> None:
        """Note that what may take a step is called: what is drawn from here to its step is drawn for that."""
        with self._lock:
            self._events.append(Event(CALLED))

    def stepped(self) -> None:
        """Note that an optimizer has taken a step, or a compiled function several of them."""
        with self._lock:
            self._events.append(Event(STEPPED))

    def drawn_since_step(self) -> set[int]:
        """Give the data sets' iterators that have yielded a batch since the last step."""
        sources = set()
        with self._lock:
            for event in reversed(self._events):
                if event.kind == STEPPED:
                    break
                if event.kind == DRAWN:
                    sources.add(event.source)
        return sources

    def training(self) -> list[dict[str, Any]]:
        """Give the sources that fed training, each with its batches."""
        batches: dict[int, list[tuple[str, ...]]] = {}
        for event in self._events:
            if event.kind in (DRAWN, ENTERED):
                batches.setdefault(event.source, []).append(event.samples)
        return [{"kind": self._sources[number], "batches": batches[number]} for number in sorted(fed(self._events))]


def fed(events: list[Event]) -> set[int]:
    """Give the sources that fed training.

    What is drawn in the call that takes a step is for training, and so is a batch of which an array enters the step. Of
    steps where neither is seen, a source is for training when a step was taken between two of its batches, or right
    after one of them, unless another was seen to feed the steps that it is drawn before.
    """
    certain: set[int] = set()
    others: set[int] = set()
    for window in windows(events):
        drawn = {event.source for event in window if event.kind == DRAWN}
        entered = frozenset[str]().union(*(event.arrays for event in window if event.kind == ENTERED))
        start = max((number for number, event in enumerate(window) if event.kind == CALLED), default=len(window))
        within = {event.source for event in window[start:] if event.kind == DRAWN}
        feeding = within or {event.source for event in window if event.kind == DRAWN and event.arrays & entered}
        certain |= feeding | {event.source for event in window if event.kind == ENTERED}
        others |= drawn - feeding if feeding else set()
    return certain | (by_their_order(events) - others)


def windows(events: list[Event]) -> list[list[Event]]:
    """Give the events before each step, after the step before it."""
    found: list[list[Event]] = [[]]
    for event in events:
        if event.kind == STEPPED:
            found.append([])
        else:
            found[-1].append(event)
    return found[:-1]


def by_their_order(events: list[Event]) -> set[int]:
    """Give the sources with a step between two of their batches, or right after one of them."""
    steps_at_first_batch: dict[int, int] = {}
    found: set[int] = set()
    steps, last = 0, None
    for event in events:
        if event.kind == STEPPED:
            steps += 1
            if last is not None:
                found.add(last)
        elif event.kind == DRAWN:
            last = event.source
            if steps > steps_at_first_batch.setdefault(last, steps):
                found.add(last)
    return found
