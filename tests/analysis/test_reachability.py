"""Which code of a project a script may run: the calls that `Program.calls` gives."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.nodes import holds_in_python_3
from farandole.frameworks.analyse import analyse
from farandole.options import Options

LIBRARY = """\
import abc
import keras

def used(): mark("used")
def unused(): mark("unused")
def helper(): mark("helper")
def outer():
    def inner(): mark("inner")
    return inner
def handed_over(): mark("handed over")
TABLE = {"kept": handed_over}

@abc.something_of_ours
def registered(): mark("registered")

class Model:
    def __init__(self): mark("made")
    def train(self): mark("train")
    def predict(self): self._run()
    def _run(self): mark("run")
    @property
    def shown(self): mark("shown")

class Layer(keras.layers.Layer):
    def call(self, x): mark("called by keras")
    def of_our_own(self): mark("of our own")

def stack(layers=None): keras.Sequential(layers)
def unused_stack(): stack([Layer()])

mark("imported")
if __name__ == "__main__":
    mark("started")
"""


@pytest.mark.parametrize(
    ("script", "marks"),
    [
        ("import library", {"imported", "registered"}),
        ("import library\nlibrary.used()", {"used"}),
        ("from library import used as f\ng = f", {"used"}),
        ("import library\nlibrary.outer()", {"inner"}),
        ("import library\nlibrary.Model().predict()", {"made", "run"}),
        ("import library\nlibrary.Model().shown", {"made", "shown"}),
        ("import library, sys\nlibrary.TABLE[sys.argv[1]]()", {"handed over"}),
        ("import library, sys\ngetattr(library, sys.argv[1])()", {"used", "unused", "helper"}),
        ("import library\nlibrary.Layer()", {"called by keras"}),
        ("import library\nlibrary.stack()", set()),
        ("import library\nlibrary.unused_stack()", {"called by keras"}),
        ("import library, elsewhere\nfrom library import Model\nelsewhere.known(Model()).train()", {"made"}),
        ("def never_called():\n    import library\n    library.used()", {"used"}),
        ("import library\neval('library.unused()')", {"unused", "train"}),
        ("import library\nrun = lambda: library.helper()", {"helper"}),
    ],
)
def test_code_that_a_script_may_run(tmp_path: Path, script: str, marks: set[str]) -> None:
    (tmp_path / "library.py").write_text(LIBRARY, encoding="utf-8")
    (tmp_path / "train.py").write_text(script, encoding="utf-8")
    program = analyse(tmp_path / "train.py", Options())
    found = {call.node.args[0].value for call in program.calls if call.attribute == "mark"}  # type: ignore[attr-defined]
    assert marks | {"imported", "registered"} <= found
    assert "started" not in found
    if not marks & {"unused", "train"}:
        assert found <= marks | {"imported", "registered", "handed over"}


def test_its_own_main_guard_is_run(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text('if __name__ == "__main__":\n    mark("started")', encoding="utf-8")
    assert [call.attribute for call in analyse(tmp_path / "train.py", Options()).calls] == ["mark"]


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("sys.version_info[0] < 3", False),
        ("sys.version_info.major == 2", False),
        ("sys.version_info >= (3,)", True),
        ("sys.version_info >= (3, 0)", True),
        ("sys.version_info < (2, 7)", False),
        ("not six.PY2", True),
        ("PY3", True),
        ("sys.version_info >= (3, 8)", None),
        ("version >= 3", None),
    ],
)
def test_which_branch_python_3_takes(test: str, holds: bool | None) -> None:
    """It is told where the version of Python is compared, but not where a later one than 3.0 is asked for."""
    assert holds_in_python_3(ast.parse(test, mode="eval").body) is holds


def test_what_is_imported_for_python_2_is_not_read(tmp_path: Path) -> None:
    """It may be no Python 3 at all; the name stands for what the other branch imports."""
    (tmp_path / "old.py").write_text("def read(x):\n    print x\n", encoding="utf-8")
    (tmp_path / "new.py").write_text("def read(x):\n    print(x)\n", encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nif sys.version_info[0] < 3:\n    from old import read\nelse:\n    from new import read\nread(1)\n",
        encoding="utf-8",
    )
    assert [document.path.name for document in analyse(script, Options()).documents] == ["script.py", "new.py"]
