"""The limits that loops compare a counter with, where an attribute counts their turns."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.answers import answered_once
from farandole.analysis.loops import LoopAt, while_count
from farandole.analysis.program import Program
from farandole.frameworks.analyse import analyse
from farandole.options import Options

COUNTED = {
    "in its text": "    def run(self):\n        while self.step < 9:\n            work()\n            self.step += 1\n",
    "in a loop of its text": (
        "    def run(self):\n        while self.step < 9:\n            for each in work():\n                self.step += 1\n"
    ),
    "in a method": (
        "    def run(self):\n        while self.step < 9:\n            self.turn()\n"
        "    def turn(self):\n        work()\n        self.step += 1\n"
    ),
    "on the other side": "    def run(self):\n        while 9 > self.step:\n            self.step += 1\n",
}

NOT_COUNTED = {
    "under a condition": (
        "    def run(self):\n        while self.step < 9:\n            if work():\n                self.step += 1\n"
    ),
    "set back": (
        "    def run(self):\n        while self.step < 9:\n            self.step += 1\n            if work():\n"
        "                self.step = 0\n"
    ),
    "by what a turn gives": "    def run(self):\n        while self.step < 9:\n            self.step += work()\n",
    "of another object": (
        "    def run(self):\n        while self.step < 9:\n            Other().turn()\n"
        "class Other:\n    def __init__(self):\n        self.step = 0\n    def turn(self):\n        self.step += 1\n"
    ),
    "never": "    def run(self):\n        while self.step < 9:\n            work()\n",
}


def _limit(folder: Path, methods: str) -> str | None:
    path = folder / "script.py"
    text = f"from library import work\nclass Main:\n    def __init__(self):\n        self.step = 0\n{methods}\nMain().run()\n"
    path.write_text(text, encoding="utf-8")
    script = analyse(path, Options())
    loop = script.entry.nodes(ast.While)[0]
    count = while_count(script, LoopAt(script.entry, loop))
    return ast.unparse(count.node) if count is not None else None


@pytest.mark.parametrize("methods", COUNTED.values(), ids=COUNTED)
def test_the_limit_of_an_attribute_that_each_turn_adds_to(tmp_path: Path, methods: str) -> None:
    assert _limit(tmp_path, methods) == "9"


@pytest.mark.parametrize("methods", NOT_COUNTED.values(), ids=NOT_COUNTED)
def test_no_limit_where_an_attribute_counts_something_else(tmp_path: Path, methods: str) -> None:
    assert _limit(tmp_path, methods) is None


def test_a_question_is_answered_once_for_each_program(tmp_path: Path) -> None:
    asked: list[tuple[Program, str]] = []

    @answered_once
    def question(program: Program, name: str) -> int:
        asked.append((program, name))
        return len(asked)

    path = tmp_path / "script.py"
    path.write_text("pass\n", encoding="utf-8")
    first, second = analyse(path, Options()), analyse(path, Options())
    assert [question(first, "a"), question(first, "a"), question(first, "b"), question(second, "a")] == [1, 1, 2, 3]
    assert asked == [(first, "a"), (first, "b"), (second, "a")]
