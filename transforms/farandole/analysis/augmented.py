"""Statements that compute a new value from the one before: `x += 1` and `x = x + 1` are the same to every question."""

from __future__ import annotations

import ast
from itertools import islice
from typing import NamedTuple

from farandole.source import Document

__all__ = ["Augmented", "augmented", "augmented_by"]

_COMMUTATIVE = ast.Add | ast.Mult


class Augmented(NamedTuple):
    """What is renewed, by which operator, and by what: `x`, `+` and `1` of `x += 1`."""

    target: ast.expr
    op: ast.operator
    value: ast.expr


def augmented(node: ast.AST | None) -> Augmented | None:
    """Give what a statement renews by one operator and another value; None if it does no such thing."""
    match node:
        case ast.AugAssign(target, op, value):
            return Augmented(target, op, value)
        case ast.Assign([target], ast.BinOp(left, op, right)):
            if _are_same(target, left):
                return Augmented(target, op, right)
            if isinstance(op, _COMMUTATIVE) and _are_same(target, right):
                return Augmented(target, op, left)
    return None


def augmented_by(document: Document, use: ast.AST) -> Augmented | None:
    """Give what the statement renews in which a node is the value before; None if it is in no such place."""
    outer, *more = islice(document.ancestors(use), 2)
    found = augmented(outer) if isinstance(outer, ast.AugAssign) else next(filter(None, map(augmented, more)), None)
    if found is None or use is found.value:
        return None
    is_operand = isinstance(outer, ast.BinOp) and found.value in (outer.left, outer.right)
    return found if use is found.target or is_operand else None


def _are_same(target: ast.expr, read: ast.expr) -> bool:
    match target, read:
        case ast.Name(name), ast.Name(other):
            return name == other
        case (ast.Attribute(), ast.Attribute()) | (ast.Subscript(), ast.Subscript()):
            return ast.unparse(target) == ast.unparse(read)
    return False
