"""Comparisons and assignments in their canonical form: what they mean, and where their parts stand."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from farandole.source import parse
from farandole.source.canonical import canonicalize
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

OPERATORS = ("==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("0 == step % 100", "step % 100 == 0"),
        ("-1 < step", "step > -1"),
        ("None is not path", "path is not None"),
        ("not step < limit", "step >= limit"),
        ("not (1 <= step)", "step < 1"),
        ("not not a == b", "a == b"),
        ("not name in names", "name not in names"),
        ("a and not b != c", "a and b == c"),
        ("f(1 == x, [not a is b])", "f(x == 1, [a is not b])"),
        ("(1\n  # a comment\n == x)", "x == 1"),
        ("not 0 < x < 9", "not 0 < x < 9"),
        ("1 in x", "1 in x"),
        ("1 == 2", "1 == 2"),
        ("not a", "not a"),
        ("limit > step", "limit > step"),
        ("rate: float = 0.1", "rate = 0.1 # type: float"),
        (
            "def f(self):\n    self.at: 'int' = 1; x: list[int] = [0 == a]",
            "def f(self):\n    self.at = 1 # type: 'int'\n    x = [a == 0] # type: list[int]",
        ),
        ("class A:\n    rate: float = 0.1", "class A:\n    rate = 0.1 # type: float"),
        ("rate: float", "rate: float"),
    ],
)
def test_a_meaning_has_one_form(written: str, canonical: str) -> None:
    assert ast.unparse(parse(written, Path("a.py")).tree) == canonical


def test_parts_stay_where_they_stand() -> None:
    document = parse("@f(1 < a)\ndef g():\r\n    if not 3 == step: pass\n", Path("a.py"))
    compared = sorted(document.nodes(ast.Compare), key=document.span)
    assert [document.segment(each) for each in compared] == ["1 < a", "not 3 == step"]
    assert [document.segment(each.left) for each in compared if isinstance(each, ast.Compare)] == ["a", "step"]


def test_rows_of_number_signs_take_no_time() -> None:
    row = "#" * 200
    text = f"a = 1  {row}\nb = '{row}'\nc = None  {row} 2 {row}\n"
    assert ast.unparse(parse(text, Path("a.py")).tree) == ast.unparse(ast.parse(text))


@st.composite
def comparisons(draw: DrawFn) -> str:
    """Draw a comparison of numbers and lists, denied or not."""
    operator = draw(st.sampled_from(OPERATORS))
    right = (
        "[0, 2]"
        if "in" in operator
        else draw(st.sampled_from(("a", "b + 1") if "is" in operator else ("a", "1", "-1")))
    )
    text = f"{draw(st.sampled_from(('a', '2', '-1', 'None' if 'is' in operator else 'b % 2')))} {operator} {right}"
    for _ in range(draw(st.integers(0, 2))):
        text = draw(st.sampled_from(("not {}", "not ({})", "[not {}][0]", "({}) or a == 1"))).format(text)
    return text


@given(st.sampled_from(("a", "b[0]", "c.real")), st.sampled_from(("int", "'int'", "list[int]")), st.integers())
def test_an_assignment_with_a_type_binds_as_one_without(target: str, kind: str, value: int) -> None:
    text = f"def f(b, c):\n    {target}: {kind} = {value}\n    return {target}\n"
    tree = canonicalize(ast.parse(text), text)
    assert not any(isinstance(each, ast.AnnAssign) for each in ast.walk(tree))
    given = [{}, SimpleNamespace()]
    results = []
    for program in (text, ast.unparse(tree)):
        names: dict[str, Any] = {}
        exec(program, names)
        results.append(names["f"](*given))
    assert results == [value, value]


@given(comparisons(), st.integers(-2, 2), st.integers(-2, 2))
def test_the_canonical_form_means_the_same(text: str, a: int, b: int) -> None:
    tree = canonicalize(ast.parse(text), text)
    names = {"a": a, "b": b}
    assert bool(eval(ast.unparse(tree), names)) == bool(eval(text, names))
