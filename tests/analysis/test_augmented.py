"""What a statement renews by an operator, however it is written."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.augmented import augmented, augmented_by
from farandole.source import parse


@pytest.mark.parametrize(
    ("statement", "renewed"),
    [
        ("x += 1", ("x", "Add", "1")),
        ("x = x + 1", ("x", "Add", "1")),
        ("x = 2 * x", ("x", "Mult", "2")),
        ("x = x - y", ("x", "Sub", "y")),
        ("self.x = self.x / len(y)", ("self.x", "Div", "len(y)")),
        ("x['a'] = y + x['a']", ("x['a']", "Add", "y")),
        ("x = 1 - x", None),
        ("x = y + 1", None),
        ("x = z = x + 1", None),
        ("self.x = other.x + 1", None),
        ("x, y = x + 1, y", None),
        ("print(x + 1)", None),
    ],
)
def test_a_statement_renews_what_was_before(statement: str, renewed: tuple[str, str, str] | None) -> None:
    found = augmented(ast.parse(statement).body[0])
    told = (ast.unparse(found.target), type(found.op).__name__, ast.unparse(found.value)) if found else None
    assert told == renewed


@pytest.mark.parametrize(
    ("text", "renewing"), [("x += x", 1), ("x = x + 1", 1), ("y = x + 1", 0), ("x = 1 + x", 1), ("x = f(x) + 1", 0)]
)
def test_a_use_is_the_value_before(text: str, renewing: int) -> None:
    document = parse(text, Path("a.py"))
    uses = [each for each in document.nodes(ast.Name) if augmented_by(document, each) is not None]
    assert len(uses) == renewing


def test_what_stands_in_no_statement_renews_nothing() -> None:
    document = parse("x", Path("a.py"))
    assert augmented_by(document, document.tree.body[0]) is None
