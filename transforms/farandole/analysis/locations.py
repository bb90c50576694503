"""Locations: where a program keeps a value, so that expressions can be told to mean the same place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.analysis.def_use import Definition
from farandole.analysis.points_to.functions import is_method
from farandole.analysis.points_to.values import Class, Container, Instance, ProjectModule
from farandole.analysis.program import Program
from farandole.analysis.scopes import FunctionNode, Scope, parameters
from farandole.source import Document

Owner = Scope | Class | Instance | Container


@dataclass(frozen=True)
class Location:
    """Where a value is kept: by a `key` in one of its `owners`.

    That is a name in a scope, or an attribute or item of objects; objects of the project's classes stand for their
    classes. An attribute of objects that are not known is told by its text, and the scope of the name it begins with.
    """

    owners: frozenset[Owner]
    key: str

    def may_be(self, other: Location) -> bool:
        """Say whether two locations may be one."""
        return self.key == other.key and not self.owners.isdisjoint(other.owners)


def location(program: Program, document: Document, node: ast.AST) -> Location | None:
    """Give where the value of a name, attribute or item with a constant key is kept; None for other expressions.

    An item of objects that are not known is kept nowhere that could be told.
    """
    match node:
        case ast.Name(name):
            home = program.scope(document, node).home(name)
            return Location(frozenset({home}), name) if home is not None else None
        case ast.Attribute(value, name):
            modules = [each for each in program.values(value) if isinstance(each, ProjectModule)]
            if modules:
                return Location(frozenset(program.flow.scopes[each.module.document.tree] for each in modules), name)
            key = f".{name}"
        case ast.Subscript(value, ast.Constant(str() | int() as item)):
            key = f"[{item!r}]"
        case _:
            return None
    owners = owners_of(program, value)
    if owners or isinstance(node, ast.Subscript):
        return Location(owners, key) if owners else None
    return _by_text(program, document, node)


def may_be_at(program: Program, document: Document, node: ast.AST, place: Location | None) -> bool:
    """Say whether a node may be the name, attribute or item that is kept at a place."""
    kept = location(program, document, node)
    return kept is not None and place is not None and kept.may_be(place)


def definitions(program: Program, place: Location | None) -> Iterator[Definition]:
    """Yield where a name or attribute gets its values, as far as it may be that which is kept at a place."""
    if place is None:
        return
    for owner in place.owners:
        yield from program.def_use.names.get((owner, place.key), ()) if isinstance(owner, Scope) else ()
    _, dot, attribute = place.key.rpartition(".")
    for each in program.def_use.attributes.get(attribute, ()) if dot else ():
        if may_be_at(program, each.document, each.target, place):
            yield each


def uses(program: Program, document: Document, place: Location) -> Iterator[ast.Name | ast.Attribute]:
    """Yield the names or attributes in a file, read or bound, that may be what is kept at a place."""
    _, _, name = place.key.rpartition(".")
    found: list[ast.Name | ast.Attribute] = [*document.names(name), *document.attributes(name)]
    for node in found:
        if may_be_at(program, document, node, place):
            yield node


def owners_of(program: Program, node: ast.expr) -> frozenset[Owner]:
    """Give the objects that an expression may stand for, instead of those of the project's classes their classes."""
    found: set[Owner] = set()
    for value in program.values(node):
        match value:
            case Instance(_, Class() as owner) | (Class() as owner):
                found.update(each for each in program.flow.mro(owner) if isinstance(each, Class))
            case Instance() | Container():
                found.add(value)
    return frozenset(found)


def _by_text(program: Program, document: Document, node: ast.Attribute) -> Location | None:
    root: ast.expr = node
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    home = program.scope(document, root).home(root.id) if isinstance(root, ast.Name) else None
    if home is None or not isinstance(root, ast.Name):
        return None
    receives = isinstance(home.node, FunctionNode) and is_method(home) and parameters(home.node)[0].arg == root.id
    owner = home.parent if receives and home.parent is not None else home
    return Location(frozenset({owner}), ast.unparse(node))
