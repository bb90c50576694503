"""What a script runs once, and the condition of its first turn, held against what Python runs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.first_turns import first_turn
from farandole.frameworks.analyse import analyse
from farandole.options import Options

KNOWN = {
    "a range": ("for i in range(3):\n    step()\n", "i == 0"),
    "numbered items": ("for i, x in enumerate('abc'):\n    step()\n", "i == 0"),
    "two loops": ("for i in range(2):\n    for j, x in enumerate('abc'):\n        step()\n", "i == 0 and j == 0"),
    "a function that is called once": ("def main():\n    for i in range(0, 3):\n        step()\nmain()\n", "i == 0"),
    "in a `with`": ("for i in range(3):\n    with open(__file__):\n        step()\n", "i == 0"),
}

UNKNOWN = {
    "no loop": "step()\n",
    "from another number": "for i in range(1, 3):\n    step()\n",
    "numbered from another number": "for i, x in enumerate('abc', 1):\n    step()\n",
    "backwards": "for i in reversed(range(3)):\n    step()\n",
    "again and again": "import itertools\nfor i in itertools.cycle(range(3)):\n    step()\n",
    "a turn left out": "for i in range(3):\n    if i == 0:\n        continue\n    step()\n",
    "an inner loop left": "for k in range(2):\n    for i in range(3):\n        if k == 0:\n            break\n        step()\n",
    "on a condition": "for i in range(3):\n    if i:\n        step()\n",
    "one name for both": "for i in range(2):\n    for i in range(3):\n        step()\n",
    "bound anew": "for i in range(3):\n    i = 7\n    step()\n",
    "without a name": "for _ in range(3):\n    step()\n",
    "called in a loop": "def main():\n    for i in range(3):\n        step()\nfor k in range(2):\n    main()\n",
    "called twice": "def main():\n    for i in range(3):\n        step()\nmain()\nmain()\n",
    "called in a comprehension": "def main():\n    for i in range(3):\n        step()\n[main() for k in range(2)]\n",
    "given away": "def main():\n    for i in range(3):\n        step()\nmain()\nrepeat = [main]\nfor each in map(main, ()):\n    pass\n",
}


def _condition(folder: Path, text: str) -> str | None:
    path = folder / "script.py"
    path.write_text(f"def step():\n    pass\n{text}", encoding="utf-8")
    script = analyse(path, Options())
    (call,) = (
        node for node in script.entry.nodes(ast.Call) if isinstance(node.func, ast.Name) and node.func.id == "step"
    )
    return first_turn(script, script.entry, script.entry.statement(call))


@pytest.mark.parametrize("case", KNOWN)
def test_the_first_turn_is_known(case: str, tmp_path: Path) -> None:
    text, expected = KNOWN[case]
    assert _condition(tmp_path, text) == expected
    asked = text.replace("step()", f"held.append({expected})")
    namespace: dict[str, object] = {"held": (held := []), "__file__": __file__}
    exec(compile(asked, "asked", "exec"), namespace)
    assert held[0] is True
    assert held.count(True) == 1
    assert len(held) > 1


@pytest.mark.parametrize("case", UNKNOWN)
def test_where_it_is_not_certain_nothing_is_said(case: str, tmp_path: Path) -> None:
    assert _condition(tmp_path, UNKNOWN[case]) is None
