"""The lattice of the points-to analysis: sets of values, from bottom (no information yet) to top (anything).

The empty set is bottom. A set that holds an `Unknown` is top where it holds nothing else, and partly unknown where it
does: what the analysis gives for it is then not all that the expression may stand for. The join is the union.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TypeVar, cast

from farandole.analysis.points_to.values import Site, Unknown, Value, order

V = TypeVar("V", bound=Value)

LARGEST_SET = 128
"""A set that grows beyond this many values becomes top."""

TOO_LARGE = f"may be one of more than {LARGEST_SET} things"


class Values(frozenset[Value]):
    """An immutable set of values, which are always gone through in the order of `values.order`."""

    _sorted: tuple[Value, ...]

    def __iter__(self) -> Iterator[Value]:
        if len(self) < 2:  # noqa: PLR2004
            return frozenset.__iter__(self)
        if not hasattr(self, "_sorted"):
            self._sorted = tuple(sorted(frozenset.__iter__(self), key=order))
        return iter(self._sorted)

    def __or__(self, other: AbstractSet[object]) -> Values:
        if self.issuperset(other):
            return self
        if not self and isinstance(other, Values):
            return other
        return Values(super().__or__(cast(AbstractSet[Value], other)))

    def __and__(self, other: AbstractSet[object]) -> Values:
        return Values(super().__and__(other))

    def __sub__(self, other: AbstractSet[object]) -> Values:
        return self if self.isdisjoint(other) else Values(super().__sub__(cast(AbstractSet[Value | None], other)))

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """What can't be followed, in the order of the text; none when the set is all that there may be."""
        return tuple(each for each in self if isinstance(each, Unknown))

    @property
    def is_partly_unknown(self) -> bool:
        """Whether there is something known beside what can't be followed."""
        return 0 < len(self.unknown) < len(self)


NOTHING = Values()


def ordered(values: Iterable[V]) -> frozenset[V]:
    """Give a set of values that are gone through in the order of the text."""
    found = Values(values)
    return cast(frozenset[V], found if found else NOTHING)


def one(value: Value) -> Values:
    """Give the set of one value."""
    return Values((value,))


def join(sets: Iterable[AbstractSet[Value]]) -> Values:
    """Give the least upper bound of some sets."""
    joined = NOTHING
    for each in sets:
        joined |= each
    return joined


def widened(old: Values, values: AbstractSet[Value], site: Site) -> Values:
    """Join two sets; one of more than `LARGEST_SET` values becomes top, at this site, and stays so."""
    if values <= old or _is_too_large(old):
        return old
    whole = old | values
    return whole if len(whole) <= LARGEST_SET else one(Unknown(site, TOO_LARGE))


def _is_too_large(values: Values) -> bool:
    only = next(iter(values)) if len(values) == 1 else None
    return isinstance(only, Unknown) and only.why is TOO_LARGE
