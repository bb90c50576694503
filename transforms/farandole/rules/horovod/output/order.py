"""The order in which a script makes its calls, as far as it is seen."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.source import Document


def may_follow(script: Script, first: Call, second: Call) -> bool:
    """Say whether a call may run after another, as far as it is seen in a function that runs both."""
    before, after = ways(script, first), ways(script, second)
    return any(
        document is other and scope is around and _comes_after(document, node, later)
        for document, scope, node in before
        for other, around, later in after
    )


def ways(script: Script, call: Call) -> list[tuple[Document, ast.AST, ast.AST]]:
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
            pending.extend(script.callers(scope))
    return found


def _comes_after(document: Document, first: ast.AST, second: ast.AST) -> bool:
    loops = [each for each in document.ancestors(first) if isinstance(each, ast.For | ast.While)]
    again = any(each in loops for each in document.ancestors(second))
    return again or document.span(first).end <= document.span(second).start
