"""The order in which a script makes its calls, as far as it is seen."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode
from farandole.source import Document


def may_follow(program: Program, first: Call, second: Call) -> bool:
    """Say whether a call may run after another, as far as it is seen in a function that runs both."""
    before, after = ways(program, first), ways(program, second)
    return any(
        document is other and scope is around and _comes_after(document, node, later)
        for document, scope, node in before
        for other, around, later in after
    )


def ways(program: Program, call: Call) -> list[tuple[Document, ast.AST, ast.AST]]:
    """Give where a call is made: in its own scope, and by the calls that lead to it in the scopes of those."""
    found: list[tuple[Document, ast.AST, ast.AST]] = []
    seen: set[ast.AST] = set()
    pending = [call]
    while pending:
        each = pending.pop()
        scope = each.document.scope(each.node)
        found.append((each.document, scope, each.node))
        if scope not in seen and isinstance(scope, FunctionNode):
            seen.add(scope)
            pending.extend(program.callers(scope))
    return found


def _comes_after(document: Document, first: ast.AST, second: ast.AST) -> bool:
    """Say whether a node of a scope is run after another: again in a loop, below it, or around it."""
    loops = [each for each in document.ancestors(first) if isinstance(each, ast.For | ast.While)]
    again = any(each in loops for each in document.ancestors(second))
    below = document.span(first).end <= document.span(second).start
    return again or below or any(each is second for each in document.ancestors(first))


def calls_within(program: Program, node: ast.AST) -> Iterator[Call]:
    """Yield the calls below a node, those in the bodies of functions and classes defined there left out."""
    pending = [node]
    while pending:
        each = pending.pop()
        call = program.call(each)
        if call is not None:
            yield call
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda) and each is not node:
            continue
        pending.extend(ast.iter_child_nodes(each))


def calls_below(program: Program, node: ast.AST) -> Iterator[Call]:
    """Yield the calls in a node, also those in the functions, lambdas and classes that are defined in it."""
    for each in ast.walk(node):
        call = program.call(each)
        if call is not None:
            yield call


def run_by(
    program: Program, node: ast.AST, calls: Callable[[Program, ast.AST], Iterator[Call]] = calls_within
) -> Iterator[ast.AST]:
    """Yield a node and the project's functions that it runs, by the `calls` in it and in them, each once."""
    pending, seen = [node], {node}
    while pending:
        each = pending.pop()
        yield each
        for call in calls(program, each):
            for function in sorted(call.functions, key=lambda value: getattr(value.site.node, "lineno", 0)):
                if function.site.node not in seen:
                    seen.add(function.site.node)
                    pending.append(function.site.node)
