"""Control dependence: which conditions decide whether a node is run, and what each decides, against what Python runs."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from farandole.analysis.control_dependence import above, controlled, controls, passing_over
from farandole.source import Document, parse
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

PATH = Path("a.py")


def _call(document: Document, name: str) -> ast.Call:
    return next(
        each
        for each in document.nodes(ast.Call)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == name
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if a:\n    here()", [("a", True)]),
        ("if a:\n    pass\nelse:\n    here()", [("a", False)]),
        ("x = here() if a else 0", [("a", True)]),
        ("while a:\n    here()", [("a", True)]),
        ("if here():\n    pass", []),
        ("if a:\n    pass\nhere()", []),
        ("for i in x:\n    if a: continue\n    here()", [("a", False)]),
        ("for i in x:\n    if a: pass\n    else: continue\n    here()", [("a", True)]),
        ("for i in x:\n    if a: pass\n    elif b: continue\n    here()", [("b", None), ("a", None)]),
        ("for i in x:\n    if a: break\n    elif b: continue\n    here()", [("a", False), ("b", False)]),
        ("def f():\n    if a: pass\n    elif b: pass\n    else: return\n    here()", [("b", None), ("a", None)]),
        ("for i in x:\n    if a:\n        if b: continue\n        y()\n    here()", [("b", None), ("a", None)]),
        ("for i in x:\n    for j in y:\n        if a: continue\n    here()", []),
        ("def f():\n    if a: return\n    for i in x:\n        here()", [("a", False)]),
        ("def f():\n    def g():\n        if a: return\n    here()", []),
        ("if a:\n    def f():\n        here()", []),
        ("for i in x:\n    if a: break\n    if b: raise E\n    here()", [("b", False), ("a", False)]),
    ],
)
def test_conditions_around_and_above_decide(text: str, expected: list[tuple[str, bool | None]]) -> None:
    document = parse(text, PATH)
    found = [(ast.unparse(each.by.test), each.holds) for each in controls(document, _call(document, "here"))]
    assert found == expected


def test_what_leaves_a_loop_or_ends_the_run_passes_nothing_over() -> None:
    document = parse("for i in x:\n    if a: break\n    if b: raise E\n    if c: continue\n    here()", PATH)
    node = _call(document, "here")
    loop = next(each for each in document.ancestors(node) if isinstance(each, ast.For))
    assert [ast.unparse(each.by.test) for each in passing_over(document, node, loop)] == ["c"]
    assert [type(each.leaving) for each in above(document, document.statement(node))] == [
        ast.Continue,
        ast.Raise,
        ast.Break,
    ]


def _program(inner: list[str]) -> str:
    """Give a loop with some statements, each of which notes its number where it is run."""
    return "def run(a, b, c, ran):\n    for _ in range(1):\n" + "".join(f"        {line}\n" for line in inner)


STATEMENTS = st.lists(
    st.sampled_from(
        (
            "ran.append({n})",
            "if {v}: continue",
            "if {v}: ran.append({n})",
            "if {v}: ran.append({n})\n        else: continue",
            "if {v}:\n            ran.append({n})\n            continue",
        )
    ),
    min_size=1,
    max_size=5,
)


@given(STATEMENTS, st.data())
def test_a_statement_is_run_just_where_its_conditions_hold(lines: list[str], data: DataObject) -> None:
    names = [data.draw(st.sampled_from("abc")) for _ in lines]
    text = _program([line.format(n=n, v=v) for n, (line, v) in enumerate(zip(lines, names, strict=True))])
    document = parse(text, PATH)
    space: dict[str, Any] = {}
    exec(text, space)
    for values in product((False, True), repeat=3):
        given_values = dict(zip("abc", values, strict=True))
        ran: list[int] = []
        space["run"](**given_values, ran=ran)
        for call in document.nodes(ast.Call):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "ran.append":
                deciding = [each for each in controls(document, call) if isinstance(each.by.test, ast.Name)]
                met = all(given_values[ast.unparse(each.by.test)] is each.holds for each in deciding)
                assert met == (ast.literal_eval(call.args[0]) in ran)


@given(STATEMENTS, st.data())
def test_what_a_condition_decides_depends_on_it(lines: list[str], data: DataObject) -> None:
    names = [data.draw(st.sampled_from("abc")) for _ in lines]
    text = _program([line.format(n=n, v=v) for n, (line, v) in enumerate(zip(lines, names, strict=True))])
    document = parse(text, PATH)
    for choice in document.nodes(ast.If):
        assert isinstance(choice, ast.If)
        then, otherwise = controlled(document, choice)
        for holds, statements in ((True, then), (False, otherwise)):
            for statement in statements:
                assert any(each.by is choice and each.holds is holds for each in controls(document, statement))
