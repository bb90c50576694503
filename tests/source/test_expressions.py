"""Text around expressions and in their place."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from farandole.source import Document, Edit, EditConflict, layout

from tests.source.editing import document, edited, expr, stmt

Change = Callable[[Document], tuple[Edit, ...]]


def wrap(text: str, template: str) -> Change:
    before, after = template.split("…")
    return lambda document: layout.wrap(document, expr(document, text), before, after)


def replace(old: str, new: str) -> Change:
    return lambda document: layout.replace(document, expr(document, old), new)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("n", "n * s"),
        ("0.1", "0.1 * s"),
        ("a.b[0](c)", "a.b[0](c) * s"),
        ("a * b", "a * b * s"),
        ("-a", "-a * s"),
        ("a ** b", "a ** b * s"),
        ("await_(a)", "await_(a) * s"),
        ("[a, b]", "[a, b] * s"),
        ("a + b", "(a + b) * s"),
        ("a if b else c", "(a if b else c) * s"),
        ("lambda: a", "(lambda: a) * s"),
        ("not a", "(not a) * s"),
        ("a < b", "(a < b) * s"),
        ("a or b", "(a or b) * s"),
        ("a, b", "(a, b) * s"),
        ("(a, b)", "(a, b) * s"),
        ("(a), b", "((a), b) * s"),
    ],
)
def test_an_operand_gets_parentheses_where_it_binds_looser(value: str, expected: str) -> None:
    assert edited(f"x = {value}\n", wrap(value, "… * s")) == f"x = {expected}\n"


@pytest.mark.parametrize(
    ("text", "old", "template", "expected"),
    [
        ("x = n / m", "m", "… * s", "x = n / (m * s)"),
        ("x = n / m", "n", "… * s", "x = n * s / m"),
        ("x = a + b", "b", "… * s", "x = a + b * s"),
        ("x = a - b", "b", "… + s", "x = a - (b + s)"),
        ("x = 2 ** n", "n", "… * s", "x = 2 ** (n * s)"),
        ("x = -n", "n", "… * s", "x = -(n * s)"),
        ("x = n.real", "n", "… * s", "x = (n * s).real"),
        ("x = n[0]", "n", "… * s", "x = (n * s)[0]"),
        ("x = n()", "n", "… * s", "x = (n * s)()"),
        ("x = a[n]", "n", "… * s", "x = a[n * s]"),
        ("f(*n)", "n", "… * s", "f(*n * s)"),
        ("f(*n)", "n", "… or s", "f(*(n or s))"),
        ("f(**n)", "n", "… or s", "f(**n or s)"),
        ("x = {**n}", "n", "… or s", "x = {**(n or s)}"),
        ("x = [a for a in n]", "n", "… if s else t", "x = [a for a in (n if s else t)]"),
        ("x = a if n else b", "n", "… if s else t", "x = a if (n if s else t) else b"),
        ("x = a if b else n", "n", "… if s else t", "x = a if b else n if s else t"),
        ("x = a < n", "n", "… < s", "x = a < (n < s)"),
        ("f(n)", "n", "max(1, … // s)", "f(max(1, n // s))"),
        ("f(a + b)", "a + b", "max(1, … // s)", "f(max(1, (a + b) // s))"),
        ("f(a + b)", "a + b", "g(…)", "f(g(a + b))"),
        ("f(a + b)", "a + b", "s - …", "f(s - (a + b))"),
        ("x = d", "d", "….shard(s)", "x = d.shard(s)"),
        ("x = a + b", "a + b", "….shard(s)", "x = (a + b).shard(s)"),
        ("x = 1", "1", "….real", "x = (1).real"),
        ("x = 1_0", "1_0", "… * s", "x = 1_0 * s"),
        ("x = True", "True", "….real", "x = True.real"),
        ("return n", "n", "… * s", "return n * s"),
    ],
)
def test_the_result_gets_parentheses_where_more_is_demanded(text: str, old: str, template: str, expected: str) -> None:
    assert edited(f"{text}\n", wrap(old, template)) == f"{expected}\n"


@pytest.mark.parametrize(
    ("text", "old", "template", "expected"),
    [
        ("x = (a + b)", "a + b", "… * s", "x = (a + b) * s"),
        ("f((a + b))", "a + b", "… * s", "f((a + b) * s)"),
        ("f((a), b)", "a", "… * s", "f((a) * s, b)"),
        ("f(a)", "a", "… * s", "f(a * s)"),
        ("f(x=(a))", "a", "… * s", "f(x=(a) * s)"),
        ("x = (  # c)\n  a +\n  b  # d(\n)", "a +\n  b", "f(…)", "x = f((  # c)\n  a +\n  b  # d(\n))"),
        ("class A((b)): pass", "b", "f(…)", "class A(f((b))): pass"),
        ("class A(b): pass", "b", "f(…)", "class A(f(b)): pass"),
        ("x = (yield a)", "yield a", "… * s", "x = (yield a) * s"),
        ("x = yield a", "yield a", "… * s", "x = (yield a) * s"),
        ("f(y := a)", "y := a", "g(…)", "f(g((y := a)))"),
        ("@a\ndef b(): pass", "a", "f(…)", "@f(a)\ndef b(): pass"),
        ("@(a)\ndef b(): pass", "a", "f(…)", "@f((a))\ndef b(): pass"),
    ],
)
def test_parentheses_that_are_there_are_used(text: str, old: str, template: str, expected: str) -> None:
    assert edited(f"{text}\n", wrap(old, template)) == f"{expected}\n"


@pytest.mark.parametrize(
    ("text", "old", "template", "expected"),
    [
        ("f(a for a in b)", "(a for a in b)", "list(…)", "f(list((a for a in b)))"),
        ("f(a for a in b)", "(a for a in b)", "…[0]", "f((a for a in b)[0])"),
        ("f((a for a in b))", "(a for a in b)", "list(…)", "f(list((a for a in b)))"),
    ],
)
def test_a_generator_expression_keeps_parentheses_of_its_own(text: str, old: str, template: str, expected: str) -> None:
    assert edited(f"{text}\n", wrap(old, template)) == f"{expected}\n"


def test_words_do_not_run_together() -> None:
    assert edited("x = 1if(a)else(b)\n", wrap("a", "f(…)")) == "x = 1if f((a))else(b)\n"
    assert edited("x = 1if a else b\n", wrap("1", "… * s")) == "x = 1 * s if a else b\n"
    assert edited("return(a)\n", wrap("a", "f(…)")) == "return f((a))\n"
    assert edited("x = not[a]\n", replace("[a]", "b")) == "x = not b\n"
    assert edited("x = 'a'if b else c\n", replace("'a'", "d")) == "x = d if b else c\n"


def test_strings_of_several_lines_get_parentheses() -> None:
    assert edited("f('a'\n  'b')\n", wrap("'a'\n  'b'", "… % s")) == "f(('a'\n  'b') % s)\n"
    assert edited("f('''a\n''')\n", wrap("'''a\n'''", "… % s")) == "f('''a\n''' % s)\n"


def test_changes_within_each_other_go_together() -> None:
    changes = (
        wrap("f(a, n)", "g(…)"),
        wrap("n", "… * s"),
        wrap("a", "h(…, 1)"),
        lambda document: layout.guard(document, [stmt(document, "x")], "r"),
    )
    expected = "if r:\n    x = g(f(h(a, 1), n * s))\n"
    assert edited("x = f(a, n)\n", *changes) == expected
    assert edited("x = f(a, n)\n", *reversed(changes)) == expected


def test_two_changes_of_one_expression_go_together_where_neither_binds_the_other() -> None:
    assert edited("x = n\n", wrap("n", "f(…)"), wrap("n", "… * s")) == "x = f(n) * s\n"
    assert edited("x = n\n", wrap("n", "… * s"), wrap("n", "f(…)")) == "x = f(n * s)\n"
    assert edited("x = n\n", replace("n", "m"), wrap("n", "… * s")) == "x = m * s\n"
    for first, second in ((wrap("n", "… + s"), wrap("n", "… * t")), (replace("n", "a + b"), wrap("n", "… * s"))):
        with pytest.raises(EditConflict, match="the same expression"):
            edited("x = n\n", first, second)


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("x = a * b", "b", "c", "x = a * c"),
        ("x = a * b", "b", "c + d", "x = a * (c + d)"),
        ("x = a * (b)", "b", "c + d", "x = a * (c + d)"),
        ("f(a)", "a", "b, c", "f((b, c))"),
        ("f(a)", "a", "b if c else d", "f(b if c else d)"),
        ("f(a for a in b)", "(a for a in b)", "c", "f(c)"),
        ("f('é😀', a)", "a", "b", "f('é😀', b)"),
    ],
)
def test_what_is_put_in_the_place_of_an_expression_binds_as_one(text: str, old: str, new: str, expected: str) -> None:
    assert edited(f"{text}\n", replace(old, new)) == f"{expected}\n"


def test_other_nodes_can_be_replaced_too() -> None:
    parsed = "import a as b\nf(x=(1))\n"
    assert (
        edited(
            parsed,
            lambda document: layout.replace(document, document.tree.body[0].names[0], "c"),  # type: ignore[attr-defined]
            lambda document: layout.replace(document, document.tree.body[1].value.keywords[0], "y=2"),  # type: ignore[attr-defined]
        )
        == "import c\nf(y=2)\n"
    )


def test_an_f_string_that_cannot_hold_the_text_is_left_alone() -> None:
    assert edited("x = f'é {a} {b!r:>{c}}'\n", wrap("a", "f(…)"), wrap("c", "… * s"), wrap("b", "g(…)")) == (
        "x = f'é {f(a)} {g(b)!r:>{c * s}}'\n"
    )
    for template in ("f(…, 'a')", '…["a"]', "(lambda: …)()", "{…}"):
        with pytest.raises(EditConflict, match=r"train.py:1: the f-string"):
            edited("x = f'{a}'\n", wrap("a", template))


def test_only_values_become_part_of_an_expression() -> None:
    parsed = document("f(*a)\nx = b\n")
    for node in (expr(parsed, "*a"), expr(parsed, "x")):
        with pytest.raises(ValueError, match="only a value"):
            layout.wrap(parsed, node, "f(", ")")
    for before, after in (("f(", ""), ("x = ", ""), ("f(", ") g()")):
        with pytest.raises(ValueError, match="no expression"):
            layout.wrap(parsed, expr(parsed, "b"), before, after)
    with pytest.raises(ValueError, match="Mult"):
        layout.wrap(parsed, expr(parsed, "b"), "", " + s", ast.Mult)
