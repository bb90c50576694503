"""What expressions are made of, with what lists and arrays are filled with: `x[i] = value`, `x.append(value)`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Class, Container, Instance, Library, ProjectModule
from farandole.analysis.program import Program
from farandole.analysis.slicing import Slices, methods_of
from farandole.source import Document

PUTTING = frozenset({"append", "appendleft", "add", "extend", "insert"})
"""Methods that put their last argument into a collection."""

_CHANGING = PUTTING | {
    *("difference_update", "discard", "intersection_update", "remove", "symmetric_difference_update"),
    *("add_edge", "add_edges_from", "add_node", "add_nodes_from", "add_weighted_edges_from"),
    *("remove_edge", "remove_edges_from", "remove_node", "remove_nodes_from"),
}
"""Methods after which a collection, or a graph of nodes, has other items by what they are given."""

_COLLECTING = frozenset({"builtins.list", "builtins.tuple"})
"""Functions that collect the items of what they are given, as those do that make arrays."""

_PER_ITEM = ("__getitem__", "__iter__", "__next__")
"""The methods by which an object gives its items."""


@dataclass(frozen=True, eq=False)
class Filling:
    """What the lists, arrays and other collections of a program are filled with, found once."""

    program: Program
    slices: Slices

    def made_of(
        self, document: Document, nodes: Sequence[ast.expr], stops: Set[ast.AST] = frozenset()
    ) -> frozenset[ast.AST]:
        """Give what expressions are computed from, what lists and arrays in it hold, and what called objects give.

        What is only reached by way of the `stops` is left out, as they are themselves.
        """
        found: set[ast.AST] = set()
        filled: set[Hashable] = set()
        pending = [(document, node) for node in nodes]
        while pending:
            where, node = pending.pop()
            whole = self.slices.of(where, node)
            within = (whole.before_reaching(node, stops) if stops else whole.nodes) - found
            found |= within
            for each in within:
                for key in self._keys_of(each):
                    if key not in filled:
                        filled.add(key)
                        pending += self._values.get(key, ())
                for method in self._called(each):
                    if method not in filled:
                        filled.add(method)
                        pending += self._given_by(method)
        return frozenset(found)

    def _called(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the methods by which a call may call the project's objects, or ask them for their items."""
        if not isinstance(node, ast.Call):
            return
        yield from self._methods(node.func, ("__call__",))
        call = self.program.call(node)
        makes_array = call is not None and call.entry is not None and call.entry.role == "array"
        if node.args and call is not None and (makes_array or not call.names.isdisjoint(_COLLECTING)):
            yield from self._methods(node.args[0], _PER_ITEM)

    def _methods(self, node: ast.expr, names: tuple[str, ...]) -> Iterator[ast.AST]:
        """Yield the methods of some names that the project's objects have which an expression stands for."""
        for value in ordered(self.program.values(node)):
            if isinstance(value, Instance) and isinstance(value.of, Class):
                yield from methods_of(self.program, value.of, names)

    def _given_by(self, function: ast.AST) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what a function of the project's files returns or yields."""
        scope = self.program.flow.scopes.get(function)
        if scope is not None and scope.module.own:
            yield from ((scope.module.document, value) for value in self.slices.returned(function))

    def put_into(
        self, node: ast.AST, known: set[Hashable] | None = None, read: ast.AST | None = None
    ) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what is put into what a name or an attribute stands for, with the file in which that is written.

        Where the node, or what is `read` of it, is asked for the item of a literal name, as in `settings["units"]`, it
        is what may be that. Several of these may share a set of what is `known` already, to which each adds: that is
        not told again.
        """
        known = set() if known is None else known
        asked = node if read is None else read
        item = _item(self._homes[asked], asked) if asked in self._homes else None
        for key in self._keys_of(node):
            if (key, item) not in known:
                known.add((key, item))
                for place, value, other in self._put.get(key, ()):
                    if item is None or other is None or item == other:
                        yield place, value

    def put_into_value(self, value: Hashable) -> Sequence[tuple[Document, ast.expr]]:
        """Give what is put into a list or another object, with the file in which that is written."""
        return self._values.get(value, ())

    def ordered_by(self, node: ast.AST) -> Iterator[tuple[Document, ast.expr]]:
        """Yield the keys by which what a name or an attribute stands for is sorted in place, each with its file."""
        for key in self._keys_of(node):
            yield from self._sorted.get(key, ())

    def _keys_of(self, node: ast.AST) -> Sequence[Hashable]:
        if not isinstance(node, ast.Name | ast.Attribute) or node not in self._homes:  # a library's are left alone
            return ()
        if node not in self._told_apart:
            self._told_apart[node] = tuple(self._keys(self._homes[node], node))
        return self._told_apart[node]

    @cached_property
    def _told_apart(self) -> dict[ast.AST, Sequence[Hashable]]:
        return {}

    @cached_property
    def _values(self) -> Mapping[Hashable, Sequence[tuple[Document, ast.expr]]]:
        """What is put into what is told apart by its key, with the file in which that is written."""
        return {key: [(document, value) for document, value, _ in put] for key, put in self._put.items()}

    @cached_property
    def _put(self) -> Mapping[Hashable, Sequence[tuple[Document, ast.expr, str | None]]]:
        """What is put into what is told apart by its key: its file, and the name of the item that it is put into."""
        found: defaultdict[Hashable, list[tuple[Document, ast.expr, str | None]]] = defaultdict(list)
        for document in self.program.documents:
            for node in document.nodes(ast.Assign, ast.AugAssign, ast.Call):
                for place, value in filled(node):
                    for key in self._keys(document, place):
                        found[key].append((document, value, _item(document, place)))
        return found

    @cached_property
    def _sorted(self) -> Mapping[Hashable, Sequence[tuple[Document, ast.expr]]]:
        """The keys by which lists are sorted in place, by what tells the lists apart."""
        found: defaultdict[Hashable, list[tuple[Document, ast.expr]]] = defaultdict(list)
        for document in self.program.documents:
            for node in document.nodes(ast.Call):
                match node:
                    case ast.Call(ast.Attribute(ast.Name() | ast.Attribute() as place, "sort"), keywords=keywords):
                        for key in self._keys(document, place):
                            found[key] += ((document, each.value) for each in keywords if each.arg == "key")
        return found

    @cached_property
    def _homes(self) -> Mapping[ast.AST, Document]:
        """The files in which names and attributes stand."""
        documents = self.program.documents
        return {name: document for document in documents for name in document.nodes(ast.Name, ast.Attribute)}

    def _keys(self, document: Document, place: ast.Name | ast.Attribute) -> Iterator[Hashable]:
        """Yield what tells a place from others: the objects that it may be, and a name with its scope."""
        yield from (value for value in self.program.values(place) if isinstance(value, Container | Instance))
        if isinstance(place, ast.Name) and not self._is_module(place):
            yield document.scope(place), place.id

    def _is_module(self, place: ast.Name) -> bool:
        """Say whether a name stands for a module, which is filled with nothing: `np.add(x, y)` is a function."""
        values = self.program.values(place)
        return bool(values) and all(
            isinstance(each, ProjectModule) or (isinstance(each, Library) and "." not in each.name) for each in values
        )


def _item(document: Document, place: ast.AST) -> str | None:
    """Give the literal name of the item that a place is asked for; None where that is the whole, or is not told."""
    match document.parent(place):
        case ast.Subscript(value, ast.Constant(str() as name)) if value is place:
            return name
    return None


def filled(node: ast.AST) -> Iterator[tuple[ast.Name | ast.Attribute, ast.expr]]:
    """Yield what a node puts values into, and the values: also into an item of it, as in `x[i].append(value)`."""
    match node:
        case ast.Assign(targets, assigned):
            put = [each for target in targets for each in _items_of(target, assigned)]
            put += [(target, place) for target, value in put for place in _told_by_place(target, value)]
        case ast.AugAssign(ast.Subscript() as target, _, added):
            put = [(target, added)]
        case ast.Call(ast.Attribute(holder, method), [*_, last]) if method in _CHANGING:
            put = [(holder, last)]
        case _:
            return
    for each, value in put:
        for place in holders(each):
            if isinstance(place, ast.Name | ast.Attribute):
                yield place, value


def _items_of(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the items that a target is or unpacks into, each with its own value where the values are written out."""
    match target:
        case ast.Subscript():
            yield target, value
        case ast.Starred(inner):
            yield from _items_of(inner, value)
        case ast.Tuple(parts) | ast.List(parts):
            written = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            apart = len(written) == len(parts) and not any(isinstance(each, ast.Starred) for each in parts)
            for part, own in zip(parts, written if apart else [value] * len(parts), strict=True):
                yield from _items_of(part, own)


def _told_by_place(target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    """Yield the places that tell what is put there, as in `row[label] = 1`: of a value that is written down."""
    while isinstance(target, ast.Subscript) and isinstance(value, ast.Constant):
        if not isinstance(target.slice, ast.Constant | ast.Slice):
            yield target.slice
        target = target.value


def holders(place: ast.expr) -> Iterator[ast.expr]:
    """Yield what may hold a place: that of which it is an item, or an item of an item, in either case of a choice."""
    match place:
        case ast.Subscript(inner) | ast.Call(ast.Attribute(inner, "setdefault")):
            yield from holders(inner)
        case ast.IfExp(_, first, second):
            yield from holders(first)
            yield from holders(second)
        case _:
            yield place
