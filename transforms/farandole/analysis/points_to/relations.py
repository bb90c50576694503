"""The relations of the points-to analysis: each class is one, an object of it one row, which points to a set of values.

They are what rules ask (`flow.ask(Variable(scope, "model"))`).
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum

from farandole.analysis.points_to.values import Class, Site
from farandole.analysis.scopes import Scope


class Rest(Enum):
    """The key of the items whose own key is not literal, and the name of the attributes whose own name is not."""

    ANY = "any"

    __hash__ = object.__hash__  # the one of `Enum` is Python code, and this is asked for millions of times


ANY = Rest.ANY
Key = str | bytes | int | float | complex | bool | None | Rest


@dataclass(frozen=True)
class Variable:
    """A name bound in a scope points to all that is ever assigned to it."""

    scope: Scope
    name: str


@dataclass(frozen=True)
class Parameter:
    """A parameter points to the arguments of all calls, and to its default."""

    function: ast.AST
    name: str


@dataclass(frozen=True)
class Result:
    """A function gives what it returns."""

    function: ast.AST


@dataclass(frozen=True)
class Yielded:
    """A generator function yields these."""

    function: ast.AST


@dataclass(frozen=True)
class Field:
    """An attribute points to what is stored in it: of the objects of a project's class, or of a library's object.

    `owner` is the class's definition, or the call that created the library's object.
    """

    owner: ast.AST
    name: str | Rest


@dataclass(frozen=True)
class Member:
    """An attribute of a library's module or class points to what the project has put there."""

    library: str
    name: str


@dataclass(frozen=True)
class Item:
    """A container holds these under a key or index."""

    container: Site
    key: Key


@dataclass(frozen=True)
class Keys:
    """A container has these literal keys."""

    container: Site


@dataclass(frozen=True)
class Inputs:
    """An object was made from these: the receiver and the arguments of the call, and what it was given to keep."""

    site: Site


@dataclass(frozen=True)
class Sources:
    """An iterator runs over these."""

    site: Site


@dataclass(frozen=True)
class Elements:
    """The generator that a call gives yields these."""

    call: ast.AST


@dataclass(frozen=True)
class Base:
    """The expression at a position among the bases of a class stands for these."""

    owner: ast.ClassDef
    position: int


@dataclass(frozen=True)
class Attribute:
    """An attribute of a class follows from the fields of its ancestors, in their order."""

    owner: Class
    name: str


Relation = Variable | Parameter | Result | Yielded | Field | Member | Item | Keys | Inputs | Sources | Elements | Base
