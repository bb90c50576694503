"""The nodes of a syntax tree, collected once: by their order, their parents and their types."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

_WITHOUT_PARTS = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "kind", "level", "type_comment", "conversion"})
"""Fields, of whatever node, that hold texts, numbers, or nodes without a place (Python has one object for all)."""

_WITH_PARTS = {
    kind: () if kind is ast.Constant else tuple(name for name in kind._fields if name not in _WITHOUT_PARTS)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""The fields of each type of node that may hold what it consists of."""


@dataclass(frozen=True, eq=False)
class Index:
    """The nodes of a tree, outer before inner and parts in the order of Python's grammar.

    What is within a node stands behind it without a gap, up to `ends`. Contexts and operators are left out.
    """

    nodes: Sequence[ast.AST]
    parents: dict[ast.AST, ast.AST]
    ends: Sequence[int]
    _places: dict[ast.AST, int]
    _by_type: dict[type[ast.AST], list[ast.AST]]
    _by_kind: dict[tuple[type[ast.AST], ...], tuple[ast.AST, ...]] = field(default_factory=dict)
    _places_of_kind: dict[tuple[type[ast.AST], ...], list[int]] = field(default_factory=dict)
    _by_name: dict[type[ast.AST], dict[str, tuple[ast.AST, ...]]] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: ast.Module) -> Index:
        """Walk over a tree."""
        nodes: list[ast.AST] = []
        parents: dict[ast.AST, ast.AST] = {}
        pending: list[ast.AST] = [tree]
        while pending:
            node = pending.pop()
            nodes.append(node)
            parts = parts_of(node)
            parents.update((part, node) for part in parts)
            pending.extend(reversed(parts))
        places = {node: place for place, node in enumerate(nodes)}
        ends = list(range(1, len(nodes) + 1))
        for place in range(len(nodes) - 1, 0, -1):
            outer = places[parents[nodes[place]]]
            ends[outer] = max(ends[outer], ends[place])
        by_type: dict[type[ast.AST], list[ast.AST]] = {}
        for node in nodes:
            by_type.setdefault(type(node), []).append(node)
        return cls(nodes, parents, ends, places, by_type)

    def within(self, node: ast.AST, *kinds: type[ast.AST]) -> Sequence[ast.AST]:
        """Give a node and all that is in it, of some types if they are told; KeyError for nodes of another tree."""
        place = self._places[node]
        if not kinds:
            return self.nodes[place : self.ends[place]]
        wanted = self.of_kind(*kinds)
        if kinds not in self._places_of_kind:
            self._places_of_kind[kinds] = [self._places[each] for each in wanted]
        places = self._places_of_kind[kinds]
        return wanted[bisect_left(places, place) : bisect_left(places, self.ends[place])]

    def contains(self, outer: ast.AST, inner: ast.AST) -> bool:
        """Say whether a node is another one or is in it; one of another tree is not."""
        place, other = self._places.get(outer), self._places.get(inner)
        return place is not None and other is not None and place <= other < self.ends[place]

    def of_kind(self, *kinds: type[ast.AST]) -> tuple[ast.AST, ...]:
        """Give the nodes of some types."""
        if kinds not in self._by_kind:
            found = (nodes for each, nodes in self._by_type.items() if issubclass(each, kinds))
            self._by_kind[kinds] = tuple(sorted(chain.from_iterable(found), key=self._places.__getitem__))
        return self._by_kind[kinds]

    def named(self, kind: type[ast.AST], names: Sequence[str]) -> tuple[ast.AST, ...]:
        """Give the nodes of `ast.Name`, or of `ast.Attribute`, that have one of some different names."""
        if kind not in self._by_name:
            table: dict[str, list[ast.AST]] = {}
            for node in self.of_kind(kind):
                table.setdefault(getattr(node, _NAMES[kind]), []).append(node)
            self._by_name[kind] = {name: tuple(nodes) for name, nodes in table.items()}
        found = [nodes for name in names if (nodes := self._by_name[kind].get(name))]
        if len(found) == 1:
            return found[0]
        return tuple(sorted(chain.from_iterable(found), key=self._places.__getitem__))


_NAMES: dict[type[ast.AST], str] = {ast.Name: "id", ast.Attribute: "attr"}


def parts_of(node: ast.AST) -> list[ast.AST]:
    """Give the nodes of which a node consists, in the order of Python's grammar, without contexts and operators."""
    found: list[ast.AST] = []
    for name in _WITH_PARTS[type(node)]:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found
