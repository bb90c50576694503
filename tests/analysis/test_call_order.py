"""Which calls have been made whenever a place of a script is reached."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.call_order import is_seen, may_follow, run_by, surely_precedes
from farandole.frameworks.analyse import analyse
from farandole.options import Options

CASES = [
    ("first()\nplace()", True),
    ("place()\nfirst()", False),
    ("if x:\n    first()\nplace()", False),
    ("if x:\n    first()\n    place()", True),
    ("if x:\n    first()\nelse:\n    place()", False),
    ("for i in x:\n    place()\n    first()", False),
    ("for i in x:\n    first()\n    if i:\n        place()", True),
    ("with x:\n    first()\nplace()", True),
    ("def f():\n    first()\nf()\nplace()", True),
    ("def f(x):\n    if x:\n        return\n    first()\nf(1)\nplace()", False),
    ("def f():\n    first()\n    yield 1\nf()\nplace()", False),
    ("def f():\n    place()\nfirst()\nf()", True),
    ("def f(x):\n    if x:\n        first()\nf(1)\nplace()", False),
    ("def main():\n    first()\n    place()\nif __name__ == '__main__':\n    main()", True),
    ("class A:\n    def __init__(self):\n        first()\nA()\nplace()", True),
]


@pytest.mark.parametrize(("text", "precedes"), CASES)
def test_what_has_been_called(tmp_path: Path, text: str, precedes: bool) -> None:
    """A call in another branch, a later one, or one that a function may leave out, need not have been made."""
    path = tmp_path / "script.py"
    path.write_text(f"from library import first, place, x\n{text}\n", encoding="utf-8")
    script = analyse(path, Options())
    calls = {call.attribute: call for call in script.calls if isinstance(call.node.func, ast.Name)}
    assert surely_precedes(script, calls["first"], calls["place"].document, calls["place"].node) is precedes


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("first()\nplace()", True),
        ("if x:\n    first()\nelse:\n    place()", False),
        ("first() if x else place()", False),
        ("first() if x else 0\nplace()", True),
        ("(first(), place()) if x else 0", True),
        ("for i in x:\n    first() if i else place()", True),
        ("first() if first() else place()", True),
        ("def f():\n    if x:\n        first()\n        return\n    place()\nf()", False),
        ("def f():\n    if x:\n        first()\n        raise x\n    place()\nf()", False),
        ("def f():\n    if x:\n        return 0\n    else:\n        first()\n    place()\nf()", True),
        (
            "def f():\n    try:\n        if x:\n            first()\n            return\n    finally:\n        place()\nf()",
            True,
        ),
    ],
)
def test_what_may_be_called_after_another(tmp_path: Path, text: str, follows: bool) -> None:
    """Of two branches one alone is run, and nothing below one that leaves; in a loop, the other may be run next."""
    path = tmp_path / "script.py"
    path.write_text(f"from library import first, place, x\n{text}\n", encoding="utf-8")
    script = analyse(path, Options())
    calls = [call for call in script.calls if isinstance(call.node.func, ast.Name)]
    (place,) = (call for call in calls if call.attribute == "place")
    assert any(may_follow(script, call, place) for call in calls if call.attribute == "first") is follows


def test_what_runs_a_place(tmp_path: Path) -> None:
    """It is seen what a module or its `main` calls, and not what a library does with a function."""
    path = tmp_path / "script.py"
    path.write_text(
        "import library\n"
        "def hidden():\n    of_hidden()\n"
        "def main(arguments):\n    of_main()\n"
        "def helper():\n    of_helper()\n"
        "helper()\nlibrary.run(main, hidden)\n",
        encoding="utf-8",
    )
    script = analyse(path, Options())
    seen = {call.attribute: is_seen(script, call.document, call.node) for call in script.calls}
    assert seen == {"of_hidden": False, "of_main": True, "of_helper": True, "helper": True, "run": True}


def test_what_calling_an_object_runs(tmp_path: Path) -> None:
    """It runs the method `__call__` of the project's class, and what that calls, but no other method."""
    path = tmp_path / "script.py"
    path.write_text(
        "class Cut:\n"
        "    def __call__(self, x):\n        return self.half(x)\n"
        "    def half(self, x):\n        return x / 2\n"
        "    def reset(self):\n        return None\n"
        "cut = Cut()\n"
        "for x in range(3):\n    cut(x)\n",
        encoding="utf-8",
    )
    script = analyse(path, Options())
    (loop,) = script.entry.nodes(ast.For)
    assert [getattr(each, "name", "") for each in run_by(script, loop)] == ["", "__call__", "half"]
