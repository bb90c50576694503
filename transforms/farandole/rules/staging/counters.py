"""Numbers of objects, globals and outer functions that staged functions count up."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from farandole.analysis.def_use import Assignment, Definition
from farandole.analysis.points_to.values import Container
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.rules.staging.reporting import is_from_outside, staged_nodes, stays_tensor
from farandole.source import Document


@dataclass(frozen=True)
class Counted:
    """A statement that counts: what is counted as it is written, and the assignments of numbers to it."""

    member: Member
    node: ast.AugAssign
    what: str
    numbers: tuple[Assignment, ...]
    definitions: Sequence[Definition]

    @property
    def is_whole(self) -> bool:
        """Whether it counts in whole numbers."""
        return all(type(_constant(each.value)) is int for each in self.numbers)

    def made_in_init(self) -> ast.Assign | None:
        """Give the one statement of an object's `__init__` that makes the number, which nothing but this one changes."""
        if len(self.numbers) != 1 or len(self.definitions) != 2 or not isinstance(self.node.target, ast.Attribute):  # noqa: PLR2004
            return None
        [made] = self.numbers
        if type(_constant(self.node.value)) is not type(_constant(made.value)):
            return None
        stmt = made.document.parent(made.target)
        in_init = getattr(made.document.scope(made.target), "name", "") == "__init__"
        return stmt if in_init and isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None


def counted(script: Script, *stages: Stage) -> Iterator[Counted]:
    """Yield what counts numbers from outside in staged functions, but for what counts how often they are traced."""
    for member, node in staged_nodes(script, *stages):
        if not isinstance(node, ast.AugAssign) or not isinstance(node.op, ast.Add | ast.Sub):
            continue
        definitions = _definitions(script, member, node.target)
        made = [each for each in definitions if not isinstance(each.document.parent(each.target), ast.AugAssign)]
        numbers = tuple(each for each in made if isinstance(each, Assignment) and _is_number(each))
        what = member.document.segment(node.target)
        if made and len(numbers) == len(made) and "trac" not in what.lower():
            yield Counted(member, node, what, numbers, definitions)


def is_counted_item(script: Script, node: ast.AST) -> bool:
    """Say whether a statement of a staged function counts a number in a dictionary or list from outside."""
    match node:
        case ast.AugAssign(ast.Subscript(changed, ast.Constant(key)), ast.Add() | ast.Sub()) if is_from_outside(
            script, changed
        ):
            return all(
                isinstance(each, Container) and type(_constant(_item(each.site.node, key))) in (int, float)
                for each in script.values(changed)
            )
    return False


def _item(made: ast.AST, key: object) -> ast.expr | None:
    """Give what a written dictionary or list has for a key."""
    match made:
        case ast.Dict(keys, values):
            return next((b for a, b in zip(keys, values, strict=True) if _constant(a) == key), None)
        case ast.List(parts) if type(key) is int and 0 <= key < len(parts):
            return parts[key]
    return None


def reads(script: Script, each: Counted) -> Iterator[tuple[Document, ast.Attribute]]:
    """Yield what may read the attribute that is counted: all of its name."""
    name = getattr(each.node.target, "attr", "")
    for document in script.documents:
        for node in document.nodes(ast.Attribute):
            if node.attr == name and isinstance(node.ctx, ast.Load):
                yield document, node


def takes_tensor(script: Script, each: Counted, document: Document, read: ast.Attribute) -> bool:
    """Say whether what reads a number takes a tensor as well: it is printed, or an operand beside a tensor."""
    around = document.parent(read)
    if isinstance(around, ast.Call) and script.names_of(around.func) == {"builtins.print"}:
        return True
    return document.scope(read) is each.member.function and stays_tensor(script, each.member, read)


def _constant(node: ast.expr | None) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _definitions(script: Script, member: Member, target: ast.expr) -> Sequence[Definition]:
    """Give all that defines what a staged function changes, if it is an attribute of `self` or an outer name."""
    match target:
        case ast.Attribute(ast.Name("self"), name):
            return script.def_use.attributes.get(name, ())
        case ast.Name(name):
            scope = script.flow.scopes[member.function]
            if name in scope.global_names or name in scope.nonlocal_names:
                home = scope.home(name)
                return script.def_use.names.get((home, name), ()) if home is not None else ()
    return ()


def _is_number(definition: Assignment) -> bool:
    return type(_constant(definition.value)) in (int, float) and not definition.part
