"""Means over the turns of a loop: a sum that grows from turn to turn, divided by their number."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from farandole.analysis.loops import Loop, LoopAt
from farandole.source import Document


def loop_means(place: LoopAt, count: ast.expr) -> tuple[ast.expr, ...]:
    """Give where a number of turns, written as `count`, divides what a loop adds up over all of its turns."""
    document, loop = place.document, place.node
    kept = _sums(loop) - _begun_anew(loop)
    found = [
        right
        for left, right in divisors([document.tree], count)
        if (name := _sum(left)) in kept
        and document.scope(right) is document.scope(loop)
        and (document.contains(loop, right) or _follows(document, loop, right, name))
    ]
    return (*found, *_added_parts(loop, count))


def _follows(document: Document, loop: Loop, node: ast.expr, name: str) -> bool:
    """Say whether a node stands after a loop, and a sum is still the loop's there."""
    last = loop.end_lineno or loop.lineno
    stored = (
        each.lineno
        for each in document.nodes(ast.Name, ast.Attribute)
        if isinstance(each.ctx, ast.Store) and _sum(each) == name
    )
    return last < node.lineno and not any(last < line < node.lineno for line in stored)


def period_means(loop: ast.AST, holder: ast.If, period: ast.expr) -> tuple[ast.expr, ...]:
    """Give where a period divides, at its end, what a loop has added up since the one before."""
    begun_anew = set().union(*map(_begun_anew, holder.body))
    sums = _sums(loop) & begun_anew
    return tuple(right for left, right in divisors(holder.body, period) if _sum(left) in sums)


def divisors(statements: Sequence[ast.AST], number: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what statements divide by a number that is written in the same way, and that number."""
    same = ast.dump(number)
    for node in (node for statement in statements for node in ast.walk(statement)):
        match node:
            case ast.BinOp(left, ast.Div() | ast.FloorDiv(), right) if ast.dump(right) == same:
                yield left, right
            case ast.AugAssign(left, ast.Div() | ast.FloorDiv(), right) if ast.dump(right) == same:
                yield left, right


def _added_parts(loop: ast.AST, count: ast.expr) -> Iterator[ast.expr]:
    """Yield where a loop divides what it adds: each turn gives its part of the mean."""
    same = ast.dump(count)
    for node in ast.walk(loop):
        match node:
            case ast.AugAssign(ast.Name() | ast.Attribute(), ast.Add(), ast.BinOp(_, ast.Div(), right)):
                if ast.dump(right) == same:
                    yield right


def _sums(loop: ast.AST) -> set[str]:
    """Give the names and attributes that a loop adds what it computes to: a constant makes a counter."""
    found: set[str] = set()
    for node in ast.walk(loop):
        match node:
            case ast.AugAssign(target, ast.Add(), value) if not isinstance(value, ast.Constant):
                found.add(_sum(target))
            case ast.Assign([target], ast.BinOp(ast.Name() | ast.Attribute() as before, ast.Add(), value)):
                if _sum(target) == _sum(before) and not isinstance(value, ast.Constant):
                    found.add(_sum(target))
    return found - {""}


def _begun_anew(node: ast.AST) -> set[str]:
    """Give the names and attributes that code sets to a number."""
    return {
        _sum(target)
        for each in ast.walk(node)
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)
        for target in each.targets
    }


def _sum(node: ast.expr) -> str:
    """Give a name, or an attribute of one, as it is written; an empty text for anything else."""
    match node:
        case ast.Call(ast.Name("float"), [inner]):
            return _sum(inner)
        case ast.Name() | ast.Attribute(ast.Name()):
            return ast.unparse(node)
    return ""
