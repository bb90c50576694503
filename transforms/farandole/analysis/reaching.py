"""Reaching definitions: which assignments of a name may still hold where it is read in the same scope."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from farandole.analysis.def_use import Assignment
from farandole.analysis.nodes import Loop
from farandole.source import Document

_HEADED = ast.For | ast.AsyncFor | ast.With | ast.AsyncWith
"""Statements whose head binds names before their body is run."""

_AFTERWARDS = ast.Assign | ast.AugAssign | ast.For | ast.AsyncFor
"""Statements that compute their value before they assign it."""


def reaching(document: Document, node: ast.Name, scope: ast.AST, assignments: Sequence[Assignment]) -> list[Assignment]:
    """Give those of a name's assignments that may reach a place where the scope that binds it reads it.

    One that stands in a block before the reading, or before what holds that, or in the head of a loop or `with` around
    it, overwrites all that stand above it; one that stands below the reading comes back to it in a loop only.
    Assignments in other scopes, as by `global`, may reach every place; those of a comprehension reach what is in it.
    """
    inside = [each for each in assignments if _is_of_comprehension(document, node, each)]
    if inside:
        return inside
    around = list(_around(document, node, scope))
    assignments = [each for each in assignments if not isinstance(each.by, ast.comprehension)]
    own = [each for each in assignments if _scope(each.document, each.by) is scope]
    start, end = _overwritten(document, around, {each.by for each in own})
    loops = [document.span(each) for each in around if isinstance(each, Loop)]
    reading = document.span(node).start

    def reaches(each: Assignment) -> bool:
        if each not in own:
            return True
        at = document.span(each.by).start
        above = at < reading and not (each.by is around[0] and isinstance(each.by, _AFTERWARDS))
        return start <= at < end and (above or any(loop.start <= at < loop.end for loop in loops))

    return [each for each in assignments if reaches(each)]


def is_overwritten(document: Document, node: ast.Name, scope: ast.AST, assignments: Sequence[Assignment]) -> bool:
    """Say whether an assignment of a name always comes before a place: what a parameter was given is not read there."""
    own = {each.by for each in assignments if _scope(each.document, each.by) is scope}
    if document.scope(node) is not scope:
        return False
    return _overwritten(document, list(_around(document, node, scope)), own)[0] > 0


def replaced(document: Document, node: ast.Name, scope: ast.AST, assignments: Sequence[Assignment]) -> list[Assignment]:
    """Give those of a name's literals that a chain of questions for them has replaced since: they do not reach a place.

    That is `kind = "sgd"` before `if kind == "sgd": kind = SGD()`.
    """
    own = [each for each in assignments if each.document is document and _scope(document, each.by) is scope]
    by = {each.by for each in own}
    around = set(_around(document, node, scope)) if document.scope(node) is scope else set()

    def is_replaced(each: Assignment) -> bool:
        if not isinstance(each.by, ast.Assign) or not isinstance(each.by.value, ast.Constant):
            return False
        block = document.block(each.by)
        after = block[block.index(each.by) + 1 :]
        holder = next((index for index, statement in enumerate(after) if statement in around), 0)
        return any(_replaces(statement, node.id, each.by.value.value, by) for statement in after[:holder])

    return [each for each in own if is_replaced(each)]


def _replaces(statement: ast.stmt, name: str, value: object, by: set[ast.AST]) -> bool:
    """Say whether a chain of `if` asks a name for literals alone, and gives it another value where it has this one."""
    match statement:
        case ast.If(ast.Compare(ast.Name(asked), [ast.Eq()], [ast.Constant(literal)]), body, orelse) if asked == name:
            taken = body if literal == value else orelse
            if literal != value and len(orelse) == 1 and isinstance(orelse[0], ast.If):
                return _replaces(orelse[0], name, value, by)
            return any(each in by for each in taken)
    return False


def _is_of_comprehension(document: Document, node: ast.AST, assignment: Assignment) -> bool:
    """Say whether an assignment is that of a comprehension around a node, which is not what its first loop reads."""
    whole = document.parent(assignment.by) if isinstance(assignment.by, ast.comprehension) else None
    if whole is None or assignment.document is not document or not document.contains(whole, node):
        return False
    assert isinstance(whole, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp)
    return not document.contains(whole.generators[0].iter, node)


def _around(document: Document, node: ast.AST, scope: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a scope that hold a node, the innermost first."""
    statement = document.statement(node)
    yield statement
    for outer in document.ancestors(statement):
        if outer is scope:
            return
        if isinstance(outer, ast.stmt):
            yield outer


def _overwritten(document: Document, around: Sequence[ast.stmt], by: set[ast.AST]) -> tuple[int, int]:
    """Give the part of the text in which an assignment must stand to reach a place that statements are around."""
    inner: ast.stmt | None = None
    for statement in around:
        if isinstance(statement, _HEADED) and statement in by and inner in statement.body:
            return document.span(statement).start, document.span(statement).end
        inner = statement
        block = document.block(statement)
        before = block[: block.index(statement)]
        last = next((each for each in reversed(before) if each in by and isinstance(each, ast.Assign)), None)
        if last is not None:
            return document.span(last).start, document.span(statement).end
    return 0, len(document.text)


def _scope(document: Document, node: ast.AST) -> ast.AST:
    """Give the function, class or module whose statements a node is one of."""
    holders = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)
    return next(each for each in document.ancestors(node) if isinstance(each, holders))
