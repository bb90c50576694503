"""What a call passes for a parameter is what Python passes."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from farandole.analysis.slicing import argument_for
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.source import Document, parse

PATH = Path("/nowhere/train.py")

CLASSES = """\
from functools import partial
seen = []
class Base:
    def __init__(self, a=1, b=2):
        seen.append(("__init__", a, b))
    def method(self, a, b=2):
        seen.append(("method", a, b))
    def plain(a, b=2):
        seen.append(("plain", a, b))
    @classmethod
    def of_class(cls, a, b=2):
        seen.append(("of_class", a, b))
    @staticmethod
    def static(a, b=2):
        seen.append(("static", a, b))
class Other(Base):
    def __init__(self, c, d):
        Base.__init__(self, 5, 6)
class Another(Base):
    def __init__(self, c, d):
        super().__init__(7, b=8)
def function(a, b=2):
    seen.append(("function", a, b))
model = Other
made = Base(3, 4)
shortened = partial(function, 5)
"""


@pytest.mark.parametrize(
    "call",
    [
        "function(1)",
        "function(b=3, a=1)",
        "made.method(5)",
        "made.method(5, b=6)",
        "Base.method(made, 5)",
        "Base.method(made, 5, 6)",
        "model.method(made, b=6, a=5)",
        "Base.plain(5, 6)",
        "model.plain(5)",
        "Base.of_class(5, 6)",
        "made.of_class(5, 6)",
        "Base.static(5, 6)",
        "made.static(5, 6)",
        "Base(5)",
        "Other(1, 2)",
        "Another(1, 2)",
        "partial(made.method, 5)()",
        "partial(Base.method, made, 5)(6)",
        "partial(function, b=5)(6)",
        "partial(function, b=5)(6, b=7)",
        "shortened(6)",
        "shortened(b=6)",
    ],
)
def test_what_a_call_passes_is_what_python_passes(call: str) -> None:
    text = f"{CLASSES}{call}\n"
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    name, *passed = namespace["seen"][-1]
    program = analyse(PATH, Options(), read=_read(text))
    function = next(each for each in program.entry.nodes(ast.FunctionDef) if each.name == name)
    callers = [each for each in program.callers(function) if each.node.lineno == _line(text, call)]
    found = [argument_for(program, callers[-1], function, parameter) for parameter in ("a", "b")]
    assert [ast.literal_eval(given[1]) for given in found if given is not None] == passed


def _line(text: str, call: str) -> int:
    """Give the line of the call that enters the function: the last one, or that in the initialiser of the class made."""
    lines = text.splitlines()
    if call.startswith(("Other", "Another")):
        owner = lines.index(f"class {call.partition('(')[0]}(Base):")
        return owner + 3
    return len(lines)


def _read(text: str) -> Any:
    def read(path: Path) -> Document:
        return parse(text, path)

    return read


@pytest.mark.parametrize(
    ("call", "receiver"),
    [
        ("def last(kind):\n    return kind.pop()\nlast(list)\nlast([1])\n", "kind"),
        ("import tensorflow as tf\ntf.Session.pop(tf.Session(), 1)\n", "tf.Session()"),
        (
            "import tensorflow as tf\ndef last(kind):\n    return kind.pop(1)\nlast(tf.Session)\nlast(tf.Session())\n",
            "kind",
        ),
    ],
)
def test_a_method_is_taken_from_a_class_where_it_is_surely_one(call: str, receiver: str) -> None:
    program = analyse(PATH, Options(), read=_read(call))
    found = next(each for each in program.calls if each.attribute == "pop")
    assert found.receiver is not None
    assert ast.unparse(found.receiver) == receiver
