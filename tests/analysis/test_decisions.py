"""What a process has measured alone is told from what all processes have read, whatever way it takes through calls."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.frameworks.horovod.decisions import is_measured
from farandole.options import Options
from farandole.source import Document, parse

PATH = Path("/nowhere/train.py")

MERGED = """\
import copy
import json


def merged(base, other):
    result = copy.deepcopy(base)
    for key in other:
        result[key] = merged(result[key], other[key])
    return result


def read(paths):
    config = {}
    for path in paths:
        config = merged(config, json.load(open(path)))
    return config


if read(["a.json", "b.json"]):
    pass
"""

TIMED = """\
import time


def longest(durations):
    found = 0
    for each in durations:
        found = max(found, each)
    return found


def measured():
    durations = []
    for _ in range(3):
        began = time.time()
        durations.append(time.time() - began)
    return longest(durations)


if measured():
    pass
"""


@pytest.mark.parametrize(("text", "expected"), [(MERGED, False), (TIMED, True)], ids=["merged in a loop", "timed"])
def test_a_choice_is_measured_by_what_it_is_computed_from(text: str, expected: bool) -> None:
    def read(path: Path) -> Document:
        return parse(text, path)

    script = analyse(PATH, Options(), read=read)
    choice = script.entry.tree.body[-1]
    assert isinstance(choice, ast.If)
    assert is_measured(script, script.entry, choice.test) is expected


def test_calls_of_calls_are_looked_into_once() -> None:
    functions = [f"def f{n}(x):\n    a = f{n + 1}(x)\n    b = f{n + 1}(a)\n    return a + b\n" for n in range(14)]
    text = "\n".join([*functions, "def f14(x):\n    return x\n", "if f0(1):\n    pass\n"])

    def read(path: Path) -> Document:
        return parse(text, path)

    script = analyse(PATH, Options(), read=read)
    choice = script.entry.tree.body[-1]
    assert isinstance(choice, ast.If)
    assert not is_measured(script, script.entry, choice.test)
