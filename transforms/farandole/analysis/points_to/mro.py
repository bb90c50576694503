"""The order in which Python looks for a method in a class and its ancestors: C3 linearisation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

C = TypeVar("C", bound=Hashable)


def linearise(owner: C, bases: Callable[[C], Sequence[C]]) -> tuple[C, ...] | None:
    """Give a class and its ancestors in method resolution order; None where Python would raise TypeError.

    `bases` gives the direct bases of a class, in the order in which they are written; `object` may be left out when it
    is left out everywhere. Source: Barrett et al., "A Monotonic Superclass Linearization for Dylan", OOPSLA 1996, as
    Python has it (`type.mro`): https://www.python.org/download/releases/2.3/mro/.
    """
    return _linearise(owner, bases, {}, ())


def _linearise(
    owner: C, bases: Callable[[C], Sequence[C]], known: dict[C, tuple[C, ...] | None], below: tuple[C, ...]
) -> tuple[C, ...] | None:
    if owner in below:
        return None
    if owner not in known:
        direct = tuple(bases(owner))
        above = [_linearise(base, bases, known, (*below, owner)) for base in direct]
        merged = _merge([*(each for each in above if each is not None), direct])
        consistent = None not in above and len(set(direct)) == len(direct) and merged is not None
        known[owner] = (owner, *merged) if consistent and merged is not None else None
    return known[owner]


def _merge(sequences: Sequence[tuple[C, ...]]) -> tuple[C, ...] | None:
    merged: list[C] = []
    pending = [list(sequence) for sequence in sequences if sequence]
    while pending:
        heads = (sequence[0] for sequence in pending)
        head = next((each for each in heads if not any(each in sequence[1:] for sequence in pending)), None)
        if head is None:
            return None
        merged.append(head)
        pending = [rest for sequence in pending if (rest := sequence[1:] if sequence[0] == head else sequence)]
    return tuple(merged)
