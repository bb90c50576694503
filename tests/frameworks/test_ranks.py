"""Which processes reach a statement, by the conditions on Horovod's ranks around it."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.frameworks.horovod.ranks import EVERY, FIRST_OF_HOST, Process, Ranks
from farandole.options import Options

ROOT = frozenset({Process.ROOT})
HEAD = "import horovod.tensorflow as hvd\nhvd.init()\n"


@pytest.mark.parametrize(
    ("text", "reached"),
    [
        ("here()", EVERY),
        ("if hvd.rank() == 0:\n    here()", ROOT),
        ("if not hvd.rank():\n    here()", ROOT),
        ("if hvd.rank():\n    here()", EVERY - ROOT),
        ("if hvd.rank() != 0:\n    pass\nelse:\n    here()", ROOT),
        ("if hvd.local_rank() == 0:\n    here()", FIRST_OF_HOST),
        ("if hvd.local_rank() > 0:\n    here()", EVERY - FIRST_OF_HOST),
        ("if hvd.cross_rank() == 0:\n    here()", {Process.ROOT, Process.PEER}),
        ("if hvd.rank() == 0 and hvd.local_rank() == 1:\n    here()", set()),
        ("if hvd.rank() == 1:\n    here()", EVERY - ROOT),
        ("if hvd.rank() == 0 or x:\n    here()", EVERY),
        ("hvd.rank() == 0 and here()", ROOT),
        ("first = hvd.rank() == 0\nif first:\n    here()", ROOT),
        ("def first():\n    return hvd.local_rank() == 0\nif first():\n    here()", FIRST_OF_HOST),
        ("def f():\n    if hvd.rank() != 0:\n        return\n    here()\nf()", ROOT),
        ("def f():\n    here()\nif hvd.rank() == 0:\n    f()", ROOT),
        (
            "def of():\n    r, n = 0, 1\n    if x:\n        r, n = hvd.rank(), hvd.size()\n    return r, n\n"
            "rank, n = of()\nif rank == 0:\n    here()",
            ROOT,
        ),
        ("rank = 1\nif x:\n    rank = hvd.rank()\nif rank == 0:\n    here()", EVERY),
        ("if not x:\n    hvd = None\nif not hvd or hvd.rank() == 0:\n    here()", ROOT),
        ("def f():\n    here()\nif hvd.rank() == 0:\n    f()\nif hvd.local_rank() == 0:\n    f()", FIRST_OF_HOST),
        ("def f():\n    here()\nif hvd.rank() == 0:\n    f()\nlater(f)", EVERY),
    ],
)
def test_who_reaches_a_call(text: str, reached: frozenset[Process], tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"{HEAD}{text}\n", encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    call = next(each for each in script.calls if each.attribute == "here")
    assert Ranks(script).reaching(call.document, call.node) == reached
