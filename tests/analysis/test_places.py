"""The names by which a loop walks, against the values that they have when it runs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.places import places
from farandole.source import Document, parse

WALKS = {
    "added": ("at = 0\nwhile at < 9:\n    seen.append(at)\n    at += 2\n", {"at": "2"}),
    "assigned": ("at = 0\nfor turn in range(4):\n    seen.append(at)\n    at = size + at\n", {"at": "size"}),
    "through a name": (
        "at = 0\nwhile at < 9:\n    end = min(at + size, 9)\n    seen.append(at)\n    at = end\n",
        {"at": "size"},
    ),
    "through an end that is set back": (
        "at = 0\nwhile at < 9:\n    end = at + size\n    if end > 9:\n        end = 9\n    seen.append(at)\n    at = end\n",
        {"at": "size"},
    ),
    "through one of two ends": (
        "at = 0\nwhile at < 9:\n    if at + size < 9:\n        end = at + size\n    else:\n        end = 9\n"
        "    seen.append(at)\n    at = end\n",
        {"at": "size"},
    ),
    "through the lesser end": (
        "at = 0\nwhile at < 9:\n    end = 9 if 9 <= at + size else at + size\n    seen.append(at)\n    at = end\n",
        {"at": "size"},
    ),
    "with its end": (
        "at, end = 0, size\nwhile end <= 9:\n    seen.append(at)\n    at, end = end, end + size\n",
        {"at": "size", "end": "size"},
    ),
    "one after the other": (
        "at = 0\nend = at + size\nwhile end <= 9:\n    seen.append(at)\n    at = end\n    end += size\n",
        {"at": "size", "end": "size"},
    ),
    "set further out": (
        "at = 0\nif size:\n    for turn in range(3):\n        seen.append(at)\n        at += 2\n",
        {"at": "2"},
    ),
    "set again afterwards": (
        "at = 0\nwhile at < 5:\n    seen.append(at)\n    at += 2\nat = 0\nrest = at\n",
        {"at": "2"},
    ),
    "a name of a comprehension": (
        "at = 0\nwhile at < 5:\n    seen.append(at)\n    at += 2\n[at for at in seen]\n",
        {"at": "2"},
    ),
}

NO_PLACES = {
    "in a branch": "at = 0\nfor turn in range(4):\n    if turn % 2:\n        at += 2\n",
    "passed over": "at = 0\nfor turn in range(4):\n    if turn == 2:\n        continue\n    at += 2\n",
    "set anew": "at = 0\nfor turn in range(4):\n    at += 2\n    if turn == 2:\n        at = 0\n",
    "by what the turn decides": "at = 0\nfor turn in range(4):\n    at += turn\n",
    "the number is changed": "at = 0\nfor turn in range(4):\n    at += size\n    size += 1\n",
    "not known before": "for turn in range(4):\n    at += 2\n",
    "set in a branch before": "at = 0\nif size:\n    at = 3\nfor turn in range(4):\n    at += 2\n",
    "changed by a loop around": "at = 0\nfor outer in range(2):\n    for turn in range(4):\n        at += 2\n    at -= 1\n",
    "read afterwards in the turn": "at = 0\nfor turn in range(4):\n    at += 2\n    seen.append(seen[at:])\n",
    "read after the loop": "at = 0\nfor turn in range(4):\n    at += 2\nrest = seen[at:]\n",
    "read in a handler": "at = 0\ntry:\n    for turn in range(4):\n        at += 2\nexcept ValueError:\n    rest = seen[at:]\n",
    "read by a function": "def rest():\n    return seen[at:]\nat = 0\nfor turn in range(4):\n    at += 2\n",
    "changed by a function": "def back():\n    global at\n    at = 0\nat = 0\nfor turn in range(4):\n    at += 2\n",
    "the end behind": "at, end = 0, 5\nwhile end <= 9:\n    at, end = end, end + size\n",
}


def _of(text: str) -> tuple[Document, ast.For | ast.While]:
    document = parse(text, Path("train.py"))
    loops = [each for each in document.nodes(ast.For, ast.While)]
    assert loops
    return document, loops[-1]


@pytest.mark.parametrize("text, steps", WALKS.values(), ids=WALKS)
def test_a_loop_walks_by_these_names(text: str, steps: dict[str, str]) -> None:
    document, loop = _of(text)
    found = places(document, loop)
    assert {each.name: ast.unparse(each.step) for each in found} == steps
    values: dict[str, object] = {"seen": (seen := []), "size": 3}
    exec(text, values)
    step = eval(steps["at"], {"size": 3})
    assert seen == [number * step for number in range(len(seen))] and len(seen) > 1


@pytest.mark.parametrize("text", NO_PLACES.values(), ids=NO_PLACES)
def test_a_name_that_may_be_another_is_no_place(text: str) -> None:
    document, loop = _of(text)
    assert "at" not in {each.name for each in places(document, loop)}
