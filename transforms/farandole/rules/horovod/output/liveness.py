"""Which names that a statement binds are live after it."""

from __future__ import annotations

import ast
from collections.abc import Set

from farandole.analysis.program import Call
from farandole.rules.horovod.output.guards import Guards
from farandole.source import Document
from farandole.source.binding import stored_among


def serves_guards(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether a statement binds plain names, and all that reads them elsewhere is guarded, or closes what they are."""
    inside = set(document.within(statement))
    bound = stored_among(inside)
    home = document.scope(statement)
    others = [other for other in guards.script.documents if other is not document]
    if isinstance(home, ast.ClassDef) or (
        isinstance(home, ast.Module) and any(_is_taken_over(other, document, bound) for other in others)
    ):
        return False
    names = [each for each in document.within(home) if isinstance(each, ast.Name)]
    reads = [each for each in names if each.id in bound and isinstance(each.ctx, ast.Load) and each not in inside]
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    plain = all(isinstance(each, ast.Name | ast.Tuple) for each in targets)
    return (
        plain
        and bool(reads)
        and all(document.scope(each) is home and _is_left_out(guards, document, each) for each in reads)
    )


def _is_left_out(guards: Guards, document: Document, node: ast.expr) -> bool:
    """Say whether the other ranks do nothing with what a node stands for but close it."""
    return guards.is_left_out(document, node) or closing(document, node) is not None


def _is_taken_over(other: Document, document: Document, bound: Set[str]) -> bool:
    """Say whether another module may read a name that a module binds: by importing it, or as an attribute of the module.

    For that it has to name the module, or the package whose first file it is.
    """
    path = document.path
    name = path.parent.name if path.stem == "__init__" else path.stem
    attributes = {each.attr for each in other.nodes(ast.Attribute)}
    named, taken = set(attributes), set(attributes)
    for each in other.nodes(ast.Import, ast.ImportFrom):
        imported = {alias.name for alias in each.names}
        module = (each.module or "").split(".") if isinstance(each, ast.ImportFrom) else []
        if "*" in imported and (name in module or "" in module):
            return True
        named.update(module, *(alias.split(".") for alias in imported))
        taken |= imported
    return name in named and not bound.isdisjoint(taken)


def closing(document: Document, node: ast.expr) -> ast.stmt | None:
    """Give the statement that closes what a node stands for, and does nothing else; None where it is no part of one."""
    match document.statement(node):
        case ast.Expr(ast.Call(ast.Attribute(value, "close"), [], [])) as statement if value is node:
            return statement
    return None


def closings(document: Document, statement: ast.stmt) -> tuple[ast.stmt, ...]:
    """Give the statements of the same scope that close what the names stand for which a statement binds."""
    bound = stored_among(ast.walk(statement))
    names = (each for each in document.within(document.scope(statement), ast.Name) if each.id in bound)
    return tuple(closed for each in names if (closed := closing(document, each)) is not None)


def guard_with_closings(guards: Guards, document: Document, statement: ast.stmt, call: Call) -> None:
    """Put a statement under the condition, and what closes the things that it binds."""
    for each in (statement, *closings(document, statement)):
        guards.guard(document, each, call)


def is_live_after(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether a name that a statement binds is read outside of it."""
    inside = set(ast.walk(statement))
    bound = stored_among(inside)
    home = document.scope(statement)
    names = [each for each in document.within(home, ast.Name) if each.id in bound]
    outside = [each for each in names if each not in inside]
    end = document.span(statement).end
    loop = next((each for each in document.ancestors(statement) if isinstance(each, ast.For | ast.While)), None)
    for read in outside:
        if not isinstance(read.ctx, ast.Load):
            continue
        at = document.span(read).start
        since = end if at > end else (document.span(loop).start if loop else at + 1)
        again = any(
            isinstance(other.ctx, ast.Store) and other.id == read.id and since <= document.span(other).start < at
            for other in outside
        )
        if since <= at and not again:
            return True
    return isinstance(home, ast.Module) and any(
        isinstance(each, ast.Global) and bound & set(each.names) for each in ast.walk(home)
    )
