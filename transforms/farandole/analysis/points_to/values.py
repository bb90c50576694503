"""The abstract values of the points-to analysis: what an expression may stand for."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from farandole.project import SourceModule

Position = tuple[str, int, int, int, int]


@dataclass(frozen=True, eq=False)
class Site:
    """A place in a module that creates a value; `Flow.site` gives the one of a node."""

    module: SourceModule
    node: ast.AST

    @cached_property
    def position(self) -> Position:
        """Where the node stands: file, first line and column, last line and column. A module stands before its text."""
        node = self.node
        return (
            str(self.module.document.path),
            getattr(node, "lineno", 0),
            getattr(node, "col_offset", 0),
            getattr(node, "end_lineno", 0),
            getattr(node, "end_col_offset", 0),
        )


@dataclass(frozen=True)
class Unknown:
    """Anything: what an expression stands for that can't be followed.

    `site` is the expression, `why` the reason, as a clause that follows its text ("is bound nowhere").
    """

    site: Site
    why: str


@dataclass(frozen=True)
class Library:
    """A module, class, function or method of a library, by its canonical qualified name."""

    name: str


@dataclass(frozen=True)
class ProjectModule:
    """A module whose source is read."""

    module: SourceModule


@dataclass(frozen=True)
class Function:
    """A function, method or lambda whose source is read."""

    site: Site


@dataclass(frozen=True)
class Class:
    """A class whose source is read."""

    site: Site


@dataclass(frozen=True)
class Instance:
    """What a call created: an object of a library's class (or the result of its function), or of a class read here."""

    site: Site
    of: Library | Class


@dataclass(frozen=True)
class Container:
    """A list, tuple, set or dict, whose items are kept by index or key where those are literal."""

    site: Site


@dataclass(frozen=True)
class Bound:
    """A method or attribute taken from an object, or a class method from its class."""

    receiver: Instance | Container | Class
    member: Library | Function


@dataclass(frozen=True)
class Super:
    """What `super()` gives in a method of a class."""

    owner: Class
    receiver: Instance


@dataclass(frozen=True, eq=False)
class Constant:
    """A literal string, number, truth value or None; 1, 1.0 and True are three."""

    value: str | bytes | int | float | complex | bool | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and type(self.value) is type(other.value) and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


Value = Library | ProjectModule | Function | Class | Instance | Container | Bound | Super | Constant | Unknown

_NOWHERE: Position = ("", 0, 0, 0, 0)


def order(
    value: Value,
) -> tuple[Position, str, str]:
    """Give a key that sorts values by where they are created, those of libraries and the literals first, by name."""
    match value:
        case Library(name):
            return _NOWHERE, "Library", name
        case Constant(literal):
            return _NOWHERE, "Constant", f"{type(literal).__name__} {literal!r}"
        case ProjectModule(module):
            return (str(module.document.path), 0, 0, 0, 0), "ProjectModule", module.name
        case Instance(site, of):
            return site.position, "Instance", of.name if isinstance(of, Library) else str(of.site.position)
        case Bound(receiver, member):
            name = member.name if isinstance(member, Library) else str(member.site.position)
            return receiver.site.position, "Bound", f"{name} {order(receiver)}"
        case Super(owner, receiver):
            return receiver.site.position, "Super", f"{owner.site.position} {order(receiver)}"
        case Unknown(site, why):
            return site.position, "Unknown", why
    return value.site.position, type(value).__name__, ""
