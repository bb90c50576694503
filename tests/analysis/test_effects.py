"""What calls do to others, through the project's functions and what these are given."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.analysis.effects.calls import Effect, Effects
from farandole.frameworks.analyse import analyse
from farandole.options import Options


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("import math\nlast = math.sqrt(4)", set()),
        ("print('x')", {Effect.SHOWS}),
        ("open('x', 'w').write('y')", {Effect.WRITES}),
        ("import sys\nsys.exit()", {Effect.ENDS}),
        ("import random\nrandom.random()", {Effect.DRAWS}),
        ("import numpy as np\nnp.random.normal(0, 1)", {Effect.DRAWS}),
        ("next(iter([1]))", {Effect.MUTATES}),
        ("input('?')", {Effect.ASKS, Effect.SHOWS}),
        ("import horovod.tensorflow as hvd\nhvd.allreduce(1)", {Effect.BLOCKS}),
        ("names = []\nnames.append(1)", {Effect.MUTATES}),
        ("import sys\ndef usage():\n    print('x')\n    sys.exit()\nusage()", {Effect.SHOWS, Effect.ENDS}),
        ("def a():\n    b()\ndef b():\n    print('x')\n    a()\na()", {Effect.SHOWS}),
        ("def show(x):\n    print(x)\nmap(show, [1])", {Effect.SHOWS}),
        ("import horovod.tensorflow as hvd\ndef wait():\n    hvd.broadcast(0, 0)\nwait()", {Effect.BLOCKS}),
    ],
)
def test_the_effects_of_the_last_call(text: str, effects: set[Effect], tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"{text}\n", encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    statement = script.entry.tree.body[-1]
    last = [each for each in script.calls if each.document.statement(each.node) is statement]
    outermost = max(last, key=lambda call: call.node.end_col_offset or 0)
    assert Effects(script).of(outermost) == effects
