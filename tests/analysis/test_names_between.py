"""What stands for an expression where it has a name: in the same turn of a loop, and in the `if` that asks for it."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest
from farandole.analysis.conditions import asked_by
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.source import Document, parse

PATH = Path("/nowhere/train.py")


def bound_for(text: str) -> str:
    """Give what stands for the argument of `show`, as it is written."""

    def read(path: Path) -> Document:
        return parse(dedent(text), path)

    script = analyse(PATH, Options(), read=read)
    shown = next(each for each in script.documents[0].nodes(ast.Call) if ast.unparse(each.func) == "show")
    return ast.unparse(script.slices.bound_in_turn(script.documents[0], shown.args[0]))


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("lower = rate - 1\nshow(lower)", "rate - 1"),
        ("lower = rate - 1\nkept = lower\nshow(kept)", "rate - 1"),
        ("for turn in range(9):\n    lower = rate - 1\n    show(lower)", "rate - 1"),
        ("lower = rate - 1\nfor turn in range(9):\n    show(lower)", "lower"),
        ("turns = range(9)\nfor turn in show(turns):\n    pass", "range(9)"),
        ("lower = rate - 1\ndef shown():\n    show(lower)\nshown()", "lower"),
        ("lower = 1 if rate else 2\nif rate:\n    lower = 3\nshow(lower)", "lower"),
        ("show(rate - 1)", "rate - 1"),
        ("def shown(rate):\n    show(rate)", "rate"),
        ("while True:\n    show(kept)\n    kept = kept\n", "kept"),
        ("while True:\n    show(kept)\n    kept = rate - 1\n", "kept"),
        ("def shown(rate):\n    rate = float(show(rate))", "rate"),
    ],
)
def test_a_name_stands_for_what_it_is_bound_to_in_the_same_turn(text: str, bound: str) -> None:
    assert bound_for(text) == bound


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("if step % 9 == 0:\n    pass", "step % 9 == 0"),
        ("due = step % 9 == 0\nif due:\n    pass", "due"),
        ("due = step % 9 == 0\nif not due and ready:\n    pass", "not due and ready"),
        ("due = step % 9 == 0\nif due:\n    pass\nif due or late:\n    pass", None),
        ("due = step % 9 == 0\ndue = False\nif due:\n    pass", None),
        ("due = step % 9 == 0\ndef run(due):\n    if due:\n        pass", None),
        ("due = step % 9 == 0\nshow(due)", None),
    ],
)
def test_the_if_is_found_that_alone_asks_for_a_name(text: str, asked: str | None) -> None:
    document = parse(text, PATH)
    remainder = next(each for each in document.nodes(ast.BinOp))
    found = asked_by(document, remainder)
    assert (ast.unparse(found[0].test) if found is not None else None) == asked
