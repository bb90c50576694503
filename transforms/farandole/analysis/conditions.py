"""Conditions: the `if` that asks for what an expression gives, by itself or by a name."""

from __future__ import annotations

import ast

from farandole.source import Document


def asked_by(document: Document, node: ast.expr) -> tuple[ast.If, ast.expr] | None:
    """Give the `if` in whose test an expression stands, and the expression there; None without one.

    A name stands for it that nothing else binds in its function, and that this `if` alone asks for.
    """
    for outer in document.ancestors(node):
        if isinstance(outer, ast.If) and node in ast.walk(outer.test):
            return outer, node
    match document.statement(node):
        case ast.Assign([ast.Name(name)]) as statement:
            scope = document.scope(statement)
            uses = [each for each in document.names(name) if document.scope(each) is scope]
            asking = [
                (outer, each)
                for each in uses
                for outer in document.ancestors(each)
                if isinstance(outer, ast.If) and each in ast.walk(outer.test)
            ]
            is_alone = sum(not isinstance(each.ctx, ast.Load) for each in uses) == len(asking) == 1
            return asking[0] if is_alone else None
    return None
