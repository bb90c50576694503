"""Arguments of calls and elements of displays."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from farandole.source import Document, Edit, layout

from tests.source.editing import call, edited, expr

Change = Callable[[Document], tuple[Edit, ...]]


def add(text: str, first: bool = False) -> Change:
    return lambda document: layout.add_argument(document, call(document), text, first)


def remove(text: str) -> Change:
    def change(document: Document) -> tuple[Edit, ...]:
        node = call(document)
        (argument,) = (each for each in (*node.args, *node.keywords) if document.segment(each) == text)
        return layout.remove_argument(document, node, argument)

    return change


def insert(index: int, text: str) -> Change:
    def change(document: Document) -> tuple[Edit, ...]:
        node = document.tree.body[0].value  # type: ignore[attr-defined]
        return layout.insert_element(document, node, index, text)

    return change


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f()", "f(k=1)"),
        ("f( )", "f(k=1 )"),
        ("f(  # c\n)", "f(k=1  # c\n)"),
        ("f(a)", "f(a, k=1)"),
        ("f(a )", "f(a, k=1 )"),
        ("f(a,)", "f(a, k=1)"),
        ("f(a, )", "f(a, k=1 )"),
        ("f((a))", "f((a), k=1)"),
        ("f(x=(a))", "f(x=(a), k=1)"),
        ("f(*a)", "f(*a, k=1)"),
        ("f(a, **b)", "f(a, k=1, **b)"),
        ("f(x=1, *a, **b, **c)", "f(x=1, *a, k=1, **b, **c)"),
        ("(f)(a)", "(f)(a, k=1)"),
        ("f(a for a in b)", "f((a for a in b), k=1)"),
        ("f((a for a in b))", "f((a for a in b), k=1)"),
        ("f(a,\n  b)", "f(a,\n  b,\n  k=1)"),
        ("f(a, b,\n  c, d)", "f(a, b,\n  c, d, k=1)"),
        ("f(\n    a,\n    b\n)", "f(\n    a,\n    b,\n    k=1\n)"),
        ("f(\n    a,\n    b,\n)", "f(\n    a,\n    b,\n    k=1,\n)"),
        ("f(\n    a,  # c\n    b  # d)\n)", "f(\n    a,  # c\n    b,  # d)\n    k=1,\n)"),
        ("f(\n    a,  # c\n    b,  # d\n    # e\n)", "f(\n    a,  # c\n    b,  # d\n    k=1,\n    # e\n)"),
        ("f(\n    a,\n    **b,\n)", "f(\n    a,\n    k=1,\n    **b,\n)"),
        ("f(\r\n\ta,\r\n)", "f(\r\n\ta,\r\n\tk=1,\r\n)"),
        ("f(a\n  , b\n  )", "f(a\n  , b, k=1\n  )"),
    ],
)
def test_a_keyword_comes_last_but_before_unpacked_ones(text: str, expected: str) -> None:
    assert edited(text, add("k=1")) == expected


@pytest.mark.parametrize(
    ("text", "expected", "first"),
    [
        ("f()", "f(n)", "f(n)"),
        ("f(a)", "f(a, n)", "f(n, a)"),
        ("f(a, k=1)", "f(a, n, k=1)", "f(n, a, k=1)"),
        ("f(k=1, *a)", "f(n, k=1, *a)", "f(n, k=1, *a)"),
        ("f(*a, **b)", "f(*a, n, **b)", "f(n, *a, **b)"),
        ("f((a))", "f((a), n)", "f(n, (a))"),
        ("f(\n  a,\n)", "f(\n  a,\n  n,\n)", "f(\n  n,\n  a,\n)"),
        ("f(a for a in b)", "f((a for a in b), n)", "f(n, (a for a in b))"),
    ],
)
def test_a_positional_argument_comes_before_keywords(text: str, expected: str, first: str) -> None:
    assert edited(text, add("n")) == expected
    assert edited(text, add("n", first=True)) == first


def test_the_first_keyword_comes_after_positional_arguments() -> None:
    assert edited("f(a, *b, k=1)", add("n=2", first=True)) == "f(a, *b, n=2, k=1)"
    assert edited("f(k=1, *a)", add("n=2", first=True)) == "f(k=1, *a, n=2)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f()", "f(n, k=1, m=2)"),
        ("f(a)", "f(a, n, k=1, m=2)"),
        ("f(a,)", "f(a, n, k=1, m=2)"),
        ("f(x=a)", "f(n, x=a, k=1, m=2)"),
        ("f(**a)", "f(n, k=1, m=2, **a)"),
        ("f(a for a in b)", "f((a for a in b), n, k=1, m=2)"),
        ("f(\n  a  # c\n)", "f(\n  a,  # c\n  n,\n  k=1,\n  m=2,\n)"),
    ],
)
def test_arguments_from_several_rules_go_together(text: str, expected: str) -> None:
    assert edited(text, add("k=1"), add("n"), add("m=2")) == expected


@pytest.mark.parametrize(
    ("text", "argument", "expected"),
    [
        ("f(a)", "a", "f()"),
        ("f(a,)", "a", "f()"),
        ("f(a, b, c)", "a", "f(b, c)"),
        ("f(a, b, c)", "b", "f(a, c)"),
        ("f(a, b, c)", "c", "f(a, b)"),
        ("f(a, b, c,)", "c", "f(a, b,)"),
        ("f(a, k=(b))", "k=(b)", "f(a)"),
        ("f((a), b)", "a", "f(b)"),
        ("f(a, **b)", "**b", "f(a)"),
        ("f(a for a in b)", "(a for a in b)", "f()"),
        ("f(\n    a,  # c\n    b,  # d\n)", "a", "f(\n    b,  # d\n)"),
        ("f(\n    a,  # c\n    b,  # d\n)", "b", "f(\n    a,  # c\n)"),
        ("f(\n    a,\n    b  # d\n)", "b", "f(\n    a,\n)"),
        ("f(a,\n  b,\n  c)", "b", "f(a,\n  c)"),
        ("f(a,\n  b(\n    c),\n  d)", "b(\n    c)", "f(a,\n  d)"),
        ("f(a, b,  # c\n  d)", "b", "f(a,  # c\n  d)"),
        ("f(\n    a\n)", "a", "f()"),
        ("f(\n    # c\n    a,\n)", "a", "f(\n    # c\n)"),
    ],
)
def test_a_removed_argument_takes_its_comma_and_line_with_it(text: str, argument: str, expected: str) -> None:
    assert edited(text, remove(argument)) == expected


def test_removed_and_added_arguments_go_together() -> None:
    assert edited("f(a, b)", remove("a"), remove("b")) == "f()"
    assert edited("f(a, b, c)", remove("b"), remove("c")) == "f(a)"
    assert edited("f(a)", remove("a"), add("k=1")) == "f(k=1)"
    assert edited("f(a, b)", remove("b"), add("k=1"), remove("b")) == "f(a, k=1)"
    assert edited("f(\n    a,\n    b,\n)", remove("b"), add("k=1")) == "f(\n    a,\n    k=1,\n)"


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        ("[]", 0, "[n]"),
        ("[a]", 0, "[n, a]"),
        ("[a]", 1, "[a, n]"),
        ("[a, b]", 1, "[a, n, b]"),
        ("[a, b]", 9, "[a, b, n]"),
        ("[a, b,]", 2, "[a, b, n]"),
        ("{a}", 1, "{a, n}"),
        ("[(a), (b)]", 1, "[(a), n, (b)]"),
        ("()", 0, "(n,)"),
        ("(a,)", 0, "(n, a,)"),
        ("(a,)", 1, "(a, n)"),
        ("a,", 1, "a, n"),
        ("a, b", 0, "n, a, b"),
        ("(a), b", 2, "(a), b, n"),
        ("[\n    a,  # c\n    b  # d\n]", 0, "[\n    n,\n    a,  # c\n    b  # d\n]"),
        ("[\n    a,  # c\n    b  # d\n]", 2, "[\n    a,  # c\n    b,  # d\n    n,\n]"),
        ("[a,\n b]", 1, "[a,\n n,\n b]"),
        ("[a,\n b]", 2, "[a,\n b,\n n]"),
    ],
)
def test_an_element_is_put_into_a_display(text: str, index: int, expected: str) -> None:
    assert edited(text, insert(index, "n")) == expected


def test_elements_from_several_rules_go_together() -> None:
    assert edited("[]", insert(0, "n"), insert(0, "m")) == "[n, m]"
    assert edited("()", insert(0, "n"), insert(0, "m")) == "(n, m,)"
    assert edited("[a]", insert(1, "n"), insert(0, "m"), insert(1, "k")) == "[m, a, n, k]"
    assert edited("[a,]", insert(1, "n"), insert(1, "m")) == "[a, n, m]"


def test_an_argument_and_what_is_around_it_change_together() -> None:
    def wrap(document: Document) -> tuple[Edit, ...]:
        return layout.wrap(document, expr(document, "a"), "g(", ")")

    assert edited("f(a)", wrap, add("k=1"), add("n", first=True)) == "f(n, g(a), k=1)"
    assert ast.dump(ast.parse(edited("f(a for a in b)", add("k=1"), wrap))) == ast.dump(
        ast.parse("f((g(a) for a in b), k=1)")
    )


def test_a_comment_stays_above_the_element_that_it_is_about() -> None:
    text = "[\n    a,  # the first\n    # What is slow\n    # comes next.\n    b,\n]\n"

    def insert(index: int) -> Change:
        return lambda document: layout.insert_element(document, document.nodes(ast.List)[0], index, "new")

    assert edited(text, insert(1)) == text.replace("    # What", "    new,\n    # What")
    assert edited(text, insert(0)) == text.replace("    a,", "    new,\n    a,")
    above = "[\n    # What is slow\n    a,\n]\n"
    assert edited(above, insert(0)) == above.replace("    # What", "    new,\n    # What")
