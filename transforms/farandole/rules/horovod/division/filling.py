"""What samples are made of, with what lists and arrays among it are filled with: `x[i] = value`, `x.append(value)`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from farandole.analysis.points_to.values import Container, Instance
from farandole.analysis.slicing import Slices
from farandole.frameworks.script import Script
from farandole.source import Document


def made_of(script: Script, slices: Slices, document: Document, nodes: Sequence[ast.expr]) -> frozenset[ast.AST]:
    """Give what expressions are computed from, and what lists and arrays among it are filled with."""
    filled: defaultdict[Hashable, list[tuple[Document, ast.expr]]] = defaultdict(list)
    for where in script.documents:
        for node in where.nodes(ast.Assign, ast.Call):
            for place, value in _filling(node):
                for key in _keys(script, where, place):
                    filled[key].append((where, value))
    homes = {name: where for where in script.documents for name in where.nodes(ast.Name, ast.Attribute)}
    found: set[ast.AST] = set()
    pending = [(document, node) for node in nodes]
    while pending:
        within = slices.of(*pending.pop()).nodes - found
        found |= within
        for each in within:
            if isinstance(each, ast.Name | ast.Attribute) and each in homes:  # the modules of libraries are left alone
                for key in _keys(script, homes[each], each):
                    pending += filled.pop(key, ())
    return frozenset(found)


def _filling(node: ast.AST) -> Iterator[tuple[ast.Name | ast.Attribute, ast.expr]]:
    """Yield what a node puts values into, and the values."""
    match node:
        case ast.Assign(targets, value):
            for target in targets:
                place: ast.expr = target
                while isinstance(place, ast.Subscript):
                    place = place.value
                if place is not target and isinstance(place, ast.Name | ast.Attribute):
                    yield place, value
        case ast.Call(ast.Attribute(ast.Name() | ast.Attribute() as place, method), [*_, value]) if method in (
            "append",
            "appendleft",
            "add",
            "extend",
            "insert",
        ):
            yield place, value


def _keys(script: Script, document: Document, place: ast.Name | ast.Attribute) -> Iterator[Hashable]:
    """Yield what tells a place from others: the objects that it may be, and a name with its scope."""
    yield from (value for value in script.values(place) if isinstance(value, Container | Instance))
    if isinstance(place, ast.Name):
        yield document.scope(place), place.id
