"""The abstract values of the points-to analysis: what an expression may stand for."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from farandole.project import SourceModule


@dataclass(frozen=True)
class Site:
    """A place in a module that creates a value; two sites are one when their nodes are the same node."""

    module: SourceModule
    node: ast.AST


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
    """A method or attribute taken from an object."""

    receiver: Instance | Container
    member: Library | Function


@dataclass(frozen=True)
class Super:
    """What `super()` gives in a method of a class."""

    owner: Class
    receiver: Instance


@dataclass(frozen=True)
class Constant:
    """A literal string, number, truth value or None."""

    value: str | bytes | int | float | complex | bool | None


Value = Library | ProjectModule | Function | Class | Instance | Container | Bound | Super | Constant
Values = frozenset[Value]

NOTHING: Values = frozenset()
