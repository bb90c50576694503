"""How a statement is spelt decides nothing: a golden script with the same in other words is converted as it was.

What is compared is what is found and said, and how often the conversion asks for the number of processes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from tests.golden.golden import Case, Conversion
from tests.properties.test_other_names import SINGLE, converted, said, text_of

Piece = tuple[ast.AST, str]
"""A node, and what is written in its place."""

OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//"}
MIRRORED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: ">", ast.Gt: "<", ast.LtE: ">=", ast.GtE: "<="}
OPPOSITE = {ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.Gt: "<=", ast.LtE: ">", ast.GtE: "<"}


def assigned(node: ast.AST) -> Iterator[Piece]:
    """Yield `x = x + 1` for `x += 1`."""
    match node:
        case ast.AugAssign(ast.Name() | ast.Attribute() as target, op, value) if type(op) in OPERATORS:
            if not isinstance(value, ast.List | ast.ListComp):
                name = ast.unparse(target)
                yield node, f"{name} = {name} {OPERATORS[type(op)]} ({ast.unparse(value)})"


def turned(node: ast.AST) -> Iterator[Piece]:
    """Yield `0 == x % 2` for `x % 2 == 0`."""
    match node:
        case ast.Compare(ast.Name() | ast.Attribute() | ast.BinOp() as left, [op], [ast.Constant(int()) as right]):
            if type(op) in MIRRORED:
                yield node, f"{ast.unparse(right)} {MIRRORED[type(op)]} {ast.unparse(left)}"


def denied(node: ast.AST) -> Iterator[Piece]:
    """Yield `not x % 2 != 0` for the test `x % 2 == 0`."""
    match node:
        case ast.If(ast.Compare(left, [op], [right]) as test) | ast.While(ast.Compare(left, [op], [right]) as test):
            if type(op) in OPPOSITE and "__name__" not in ast.unparse(test):
                yield test, f"not {ast.unparse(left)} {OPPOSITE[type(op)]} {ast.unparse(right)}"


def named(node: ast.AST) -> Iterator[Piece]:
    """Yield `fetches=step` for what a session runs."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("sess" | "session"), "run"), [fetches]):
            yield fetches, f"fetches={ast.unparse(fetches)}"


def typed(node: ast.AST) -> Iterator[Piece]:
    """Yield `x: object = 1` for `x = 1`."""
    match node:
        case ast.Assign([ast.Name() | ast.Attribute() as target]):
            yield target, f"{ast.unparse(target)}: object"


def passed_over(node: ast.AST) -> Iterator[Piece]:
    """Yield `if x % 2 != 0: continue` for the last `if x % 2 == 0:` of a loop, and what is in that after it."""
    match node:
        case ast.For(body=[_, *_, last]) | ast.While(body=[_, *_, last]):
            match last:
                case ast.If(ast.Compare(left, [op], [right]), [only], []) if type(op) in OPPOSITE and _is_rest(only):
                    margin = " " * last.col_offset
                    test = f"{ast.unparse(left)} {OPPOSITE[type(op)]} {ast.unparse(right)}"
                    then = ast.unparse(only).replace("\n", f"\n{margin}")
                    yield last, f"if {test}:\n{margin}    continue\n{margin}{then}"


def _is_rest(statement: ast.stmt) -> bool:
    """Say whether a turn may well end with a statement: nobody leaves a loop there."""
    return not isinstance(statement, ast.Break | ast.Return | ast.Raise)


def rewritten(text: str, other: Callable[[ast.AST], Iterator[Piece]]) -> str:
    """Give a program with other text for some nodes, none of them in another one."""
    lines = text.encode().splitlines(keepends=True)
    pieces = [piece for node in _nodes(text) for piece in other(node)]
    places = [(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, new) for node, new in pieces]  # type: ignore[attr-defined]
    first = (len(lines) + 1, 0)
    for line, column, end, end_column, new in sorted(places, reverse=True):
        if (end, end_column) <= first:
            lines[line - 1 : end] = [lines[line - 1][:column] + new.encode() + lines[end - 1][end_column:]]
            first = (line, column)
    return b"".join(lines).decode()


def asked_for(conversion: Conversion) -> int:
    """Say how often a conversion asks for the number of processes."""
    return sum(new.count("hvd.size()") for new in conversion.plan.texts.values())


OTHERS = (assigned, turned, denied, named, typed, passed_over)


@pytest.mark.parametrize("other", OTHERS)
@settings(max_examples=settings.default.max_examples // 6)  # type: ignore[union-attr]
@given(st.data())
def test_other_spellings_are_converted_alike(other: Callable[[ast.AST], Iterator[Piece]], data: DataObject) -> None:
    case = data.draw(st.sampled_from(_written()[other]))
    text = text_of(case)
    note(case.folder.name)
    spelt = rewritten(text, other)
    note(spelt)
    assume(_nodes(spelt))  # what is spelt anew may stand in a script whose margins are tabs
    found, expected = converted(case, spelt), converted(case, text)
    assert said(found) == said(expected)
    assert asked_for(found) == asked_for(expected)


@cache
def _written() -> Mapping[Callable[[ast.AST], Iterator[Piece]], list[Case]]:
    """Give for each way to spell the cases in which there is something to spell so."""
    written: dict[Callable[[ast.AST], Iterator[Piece]], list[Case]] = {other: [] for other in OTHERS}
    for case in SINGLE:
        nodes = _nodes(text_of(case))
        for other in OTHERS:
            if any(next(other(node), None) for node in nodes):
                written[other].append(case)
    return written


def _nodes(text: str) -> tuple[ast.AST, ...]:
    """Give the nodes of a program, none for one of another Python."""
    try:
        return tuple(ast.walk(ast.parse(text)))
    except SyntaxError:
        return ()
