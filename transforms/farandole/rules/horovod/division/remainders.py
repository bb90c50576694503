"""Periods as they are written, `step % 100 == 0`: what a remainder is of, by what, and what it is compared with."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from farandole.analysis.answers import answered_once
from farandole.analysis.control_dependence import controls
from farandole.analysis.loops import as_comparison
from farandole.frameworks.script import Script
from farandole.source import Document

_REMAINDERS = frozenset(
    {"numpy.mod", "numpy.remainder", "numpy.fmod", "math.fmod"}
    | {f"tensorflow.{module}{name}" for module in ("", "math.") for name in ("mod", "floormod", "truncatemod")}
)


def outer_remainders(
    script: Script, document: Document, test: ast.AST
) -> Iterator[tuple[ast.expr, tuple[ast.expr, ast.expr]]]:
    """Yield the remainders of the same counter in the conditions under which a remainder is tested, with what they divide."""
    own = remainder(script, test)
    for control in controls(document, test) if own is not None else ():
        is_met = isinstance(control.by, ast.If) and control.passes_over and (control.holds or control.leaving)
        for each in ast.walk(control.by.test) if is_met else ():
            period = remainder(script, each)
            if isinstance(each, ast.expr) and period and own and ast.dump(period[0]) == ast.dump(own[0]):
                yield each, period


def number_again(document: Document, test: ast.expr, number: ast.expr) -> ast.expr | None:
    """Give the period where it stands again in what a remainder is compared with, for its last turn: `i % n == n - 1`."""
    match document.parent(test):
        case ast.Compare(left, [_], [ast.BinOp(again, ast.Sub(), ast.Constant(1))]) if left is test:
            return again if ast.dump(again) == ast.dump(number) else None
    return None


def period_meant(document: Document, number: ast.expr) -> ast.expr:
    """Give the period that a number repeats in what its remainder is compared with; else the number itself."""
    compare = next((each for each in document.ancestors(number) if isinstance(each, ast.Compare)), None)
    match compare:
        case ast.Compare(ast.BinOp(_, ast.Mod(), period) | ast.Call(_, [_, period]) as test):
            return period if number_again(document, test, period) is number else number
    return number


def remainder(script: Script, node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """Give what an expression divides, and by what, where it is the remainder: by `%`, or by functions of NumPy's and TensorFlow's."""
    match node:
        case ast.BinOp(left, ast.Mod(), right):
            return left, right
        case ast.Call(_, [left, right]):
            call = script.call(node)
            return (left, right) if call is not None and call.names and call.names <= _REMAINDERS else None
    return None


def is_phase(document: Document, node: ast.AST) -> bool:
    """Say whether a remainder is divided, as by the length of its cycle: it tells no single step."""
    outer = document.parent(node)
    while isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Mult):
        outer = document.parent(outer)
    return isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Div)


def same_period(script: Script, document: Document, test: ast.expr) -> Iterator[ast.expr]:
    """Yield the other tests in the scope of a test of a remainder that divide the same counter by the same period."""
    remainders = _remainders(script, document, document.scope(test))
    if test in remainders:
        yield from (other for other, written in remainders.items() if other is not test and written == remainders[test])


@answered_once
def _remainders(script: Script, document: Document, scope: ast.AST) -> Mapping[ast.expr, tuple[str, str]]:
    """Give the remainders in a scope, each with what it divides, and by what, as a text that tells them apart."""
    found: dict[ast.expr, tuple[str, str]] = {}
    for node in document.within(scope, ast.BinOp, ast.Call):
        parts = remainder(script, node) if document.scope(node) is scope else None
        if parts is not None and isinstance(node, ast.expr):
            found[node] = ast.dump(parts[0]), ast.dump(parts[1])
    return found


def comparing(script: Script, document: Document, test: ast.expr) -> ast.AST | None:
    """Give what a test stands in: `tf.equal(step % n, 0)` as the comparison that it is."""
    outer = document.parent(test)
    return as_comparison(script, outer) if isinstance(outer, ast.expr) else outer


def is_asked(script: Script, document: Document, test: ast.expr) -> bool:
    """Say whether a remainder is compared with a number, or only tested, and nothing is computed by it."""
    return remaining(script, document, test) is not None


def remaining(script: Script, document: Document, test: ast.expr) -> int | None:
    """Give what a remainder is compared with: 0 where it is only tested, None where it is used in another way."""
    match comparing(script, document, test):
        case ast.Compare(_, [_], [ast.Constant(int() as turn)]):
            return turn
        case ast.BoolOp() | ast.UnaryOp() | ast.If() | ast.IfExp():
            return 0
    return None


def is_that_turn(script: Script, document: Document, test: ast.expr) -> bool:
    """Say whether a remainder must equal what it is compared with, as it can by a period that is written down."""
    match comparing(script, document, test), test:
        case ast.Compare(_, [ast.Eq()], [ast.Constant(int() as turn)]), ast.BinOp(_, _, ast.Constant(int() as period)):
            return turn < period
        case ast.Compare(_, [ast.Eq()], _), _:
            return True
    return False


def last_of(period: ast.Constant) -> int:
    """Give the last turn of a period."""
    return period.value - 1 if isinstance(period.value, int) else 0
