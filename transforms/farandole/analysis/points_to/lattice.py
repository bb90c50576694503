"""The lattice of the points-to analysis: sets of values, from bottom (no information yet) to top (anything).

The empty set is bottom. A set that holds an `Unknown` is top where it holds nothing else, and partly unknown where it
does: what the analysis gives for it is then not all that the expression may stand for. The join is the union.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import cast

from farandole.analysis.points_to.values import Site, Unknown, Value, order

LARGEST_SET = 256
"""A set that grows beyond this many values is partly unknown, and grows no more."""


class Values(frozenset[Value]):
    """An immutable set of values, which are always gone through in the order of `values.order`."""

    _sorted: tuple[Value, ...]

    def __iter__(self) -> Iterator[Value]:
        if len(self) < 2:  # noqa: PLR2004
            return super().__iter__()
        if not hasattr(self, "_sorted"):
            self._sorted = tuple(sorted(super().__iter__(), key=order))
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
        return Values(super().__sub__(cast(AbstractSet[Value | None], other)))

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """What can't be followed, in the order of the text; none when the set is all that there may be."""
        return tuple(each for each in self if isinstance(each, Unknown))

    @property
    def is_partly_unknown(self) -> bool:
        """Whether there is something known beside what can't be followed."""
        return 0 < len(self.unknown) < len(self)


NOTHING = Values()


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
    """Join two sets, and keep to `LARGEST_SET` values: what is left out is unknown, at this site."""
    if values <= old:
        return old
    whole = old | values
    if len(whole) <= LARGEST_SET:
        return whole
    kept = old if len(old) >= LARGEST_SET else Values(list(whole)[:LARGEST_SET])
    return kept | one(Unknown(site, f"may be one of more than {LARGEST_SET} things"))
