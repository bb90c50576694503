"""Where names and attributes get their values, and what they stand for, in classes that have attributes of one name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.locations import definitions, location, uses
from farandole.analysis.loops import LoopAt, range_counts
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.source import Document, parse

PATH = Path("/nowhere/train.py")

PROGRAM = """\
class Trainer:
    def __init__(self, size):
        self.size, self.steps = size, 100
        self.total = 0

    def run(self):
        for step in range(self.steps):
            self.total += self.size
        return self.total


class Reader:
    def __init__(self):
        self.steps = 7
        self.steps = 8


print(Trainer(32).run(), Reader().steps, len("text").real)
"""


def script_of(text: str) -> Script:
    def read(path: Path) -> Document:
        return parse(text, path)

    return analyse(PATH, Options(), read=read)


def read(script: Script, text: str) -> ast.Name | ast.Attribute:
    """Give the first read of a name or attribute that is written so."""
    nodes = script.entry.nodes(ast.Name, ast.Attribute)
    return next(each for each in nodes if isinstance(each.ctx, ast.Load) and ast.unparse(each) == text)


@pytest.mark.parametrize(
    ("text", "lines"), [("self.steps", [3]), ("self.total", [4, 8]), ("Reader().steps", [14, 15]), ("size", [])]
)
def test_definitions_are_those_of_the_same_class(text: str, lines: list[int]) -> None:
    script = script_of(PROGRAM)
    place = location(script, script.entry, read(script, text))
    found = [each for each in definitions(script, place) if not isinstance(each.target, ast.arg)]
    assert [each.line for each in found] == lines


def test_uses_are_read_or_bound_in_the_same_class() -> None:
    script = script_of(PROGRAM)
    place = location(script, script.entry, read(script, "self.steps"))
    assert place is not None
    assert [each.lineno for each in uses(script, script.entry, place)] == [3, 7]


@pytest.mark.parametrize(
    ("text", "bound"),
    [("self.steps", "100"), ("self.size", "size"), ("self.total", None), ("Reader().steps", None)],
)
def test_an_attribute_stands_for_the_one_value_that_it_gets(text: str, bound: str | None) -> None:
    script = script_of(PROGRAM)
    found = script.slices.bound(script.entry, read(script, text))
    assert (ast.unparse(found) if found is not None else None) == bound


def test_an_attribute_that_the_project_does_not_set_stands_for_itself() -> None:
    script = script_of(PROGRAM)
    node = read(script, "len('text').real")
    assert script.slices.bound(script.entry, node) is node


@pytest.mark.parametrize(
    ("loop", "counts"),
    [
        ("for i in range(9):\n    print(i)\n", ["9"]),
        ("while i < 9:\n    print(i)\n    i += 1\n", ["9"]),
        ("while not i >= n:\n    print(i)\n    i = i + 1\n", ["n"]),
        ("while True:\n    print(i)\n    i += 1\n", []),
        ("while i < 9:\n    print(i)\n", []),
    ],
)
def test_what_counts_turns_is_told_of_each_loop(loop: str, counts: list[str]) -> None:
    script = script_of(f"i, n = 0, 9\n{loop}")
    node = next(iter(script.entry.nodes(ast.For, ast.While)))
    found = range_counts(script, LoopAt(script.entry, node))
    assert [ast.unparse(each.node) for each in found] == counts
