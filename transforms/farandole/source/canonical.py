"""The canonical form of comparisons and assignments, so that every question about one knows a single way to write it.

`0 == step % 100` is `step % 100 == 0`, `not step < limit` is `step >= limit`, `rate: float = 0.1` is `rate = 0.1`, with
the type as its type comment. Parts stay where they stand in the text, and what is new has the span of what it stands
for.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Sequence

from farandole.source.index import parts_of

__all__ = ["MIRRORED", "canonicalize"]

_OTHERWISE = re.compile(
    r"(?P<newline>\r\n|\r|\n)|\bnot\b(?!\s+in\b)|[\w\])][\s\\]*:"
    r"|(?:(?<![\w.])\.?\d[\w.]*|['\"]|\b(?:None|True|False)\b)(?:[\s\\)]|#[^\r\n]*(?![^\r\n]))*(?:[=!]=|[<>]=?|\bis\b)"
)
"""Ends of lines, and what may be written otherwise: few statements need be looked at.

A comment ends with its line, or all ways to take a row of `#` for several would be tried.
"""

_NEWLINE = re.compile(r"\r\n|\r|\n")

MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Is: ast.Is,
    ast.IsNot: ast.IsNot,
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}
"""What compares the same from the other side."""

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def canonicalize(tree: ast.Module, source: str) -> ast.Module:
    """Give the tree of a text with constants on the right of comparisons, none denied, and assignments without types.

    It is changed in place.
    """
    lines = _lines(source)
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt) and not _has_one(node, lines):
            continue
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [_canonical(each) for each in value]
            elif isinstance(value, ast.UnaryOp | ast.Compare):
                setattr(node, name, _canonical(value))
        pending += parts_of(node)
    return tree


def _lines(source: str) -> list[int]:
    """Give the lines, from 1, on which something may be written otherwise, or begins to be."""
    found: list[int] = []
    line = 1
    for match in _OTHERWISE.finditer(source):
        if match["newline"]:
            line += 1
        else:
            found.append(line)
            line += len(_NEWLINE.findall(match[0]))
    return found


def _has_one(statement: ast.stmt, lines: Sequence[int]) -> bool:
    first = min(each.lineno for each in (statement, *getattr(statement, "decorator_list", ())))
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= (statement.end_lineno or first)


def _canonical(node: object) -> object:
    match node:
        case ast.UnaryOp(ast.Not(), operand):
            match _canonical(operand):
                case ast.Compare(left, [operator], [right]):
                    return ast.copy_location(ast.Compare(left, [_OPPOSITE[type(operator)]()], [right]), node)
        case ast.AnnAssign(target, value=ast.expr() as value):
            return ast.copy_location(ast.Assign([target], value, ast.unparse(node.annotation)), node)
        case ast.Compare(left, [operator], [right]) if (
            type(operator) in MIRRORED and _is_constant(left) and not _is_constant(right)
        ):
            return ast.copy_location(ast.Compare(right, [MIRRORED[type(operator)]()], [left]), node)
    return node


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))
