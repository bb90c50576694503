"""Paths are followed to what they are made of: a path that a run shows is one that the analysis gives."""

from __future__ import annotations

import ast
import os
import pathlib
import string
from pathlib import Path

import pytest
from farandole.analysis.effects.paths import FilePath, Hole, Paths, may_be_same, may_contain
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def paths(text: str, folder: Path) -> set[str]:
    """Give the paths of the argument of the last call of `open` in a script."""
    (folder / "train.py").write_text(text, encoding="utf-8")
    script = analyse(folder / "train.py", Options())
    call = [each for each in script.calls if each.attribute == "open"][-1]
    return {str(path) for path in Paths(script, script.slices, script.filling).within(call.document, call.node.args[0])}


LONG = "p0 = 'a.txt'\n" + "\n".join(f"p{n + 1} = p{n}" for n in range(16)) + "\nopen(p1), open(p16)\n"
ROUND = "one = 'a.txt'\nfor _ in range(9):\n    two = one\n    open(two)\n    one = two\n    open(one)\n"
OBJECTS = (
    "from pathlib import Path\nfor _ in range(9):\n    one = two / 'b'\n    two = one\n    open(one), open(two)\n"
    "    two = Path('a')\n"
)


@pytest.mark.parametrize("text", [LONG, ROUND, OBJECTS], ids=["long", "round", "objects"])
def test_what_was_asked_before_tells_nothing_of_a_path(text: str, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(text, encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    nodes = [node for node in ast.walk(script.entry.tree) if isinstance(node, ast.expr)]
    alone = {node: Paths(script, script.slices, script.filling) for node in nodes}
    for order in (nodes, nodes[::-1]):
        together = Paths(script, script.slices, script.filling)
        for node in order:
            assert together.of(script.entry, node) == alone[node].of(script.entry, node)
            assert together.is_object(script.entry, node) == alone[node].is_object(script.entry, node)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open('a/b.txt')", {"a/b.txt"}),
        ("import os\nopen(os.path.join('a', 'b.txt'))", {"a/b.txt"}),
        ("from os.path import join\nfolder = 'a'\nopen(join(folder, 'b', 'c.txt'))", {"a/b/c.txt"}),
        ("n = 3\nopen(f'a/{n}.txt')", {"a/3.txt"}),
        ("import os\nopen(os.path.join(os.getcwd(), 'a.txt'))", {"./a.txt"}),
        ("import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'a.txt'))", {"./a.txt"}),
        ("from pathlib import Path\nopen(Path(__file__).resolve().parent / 'a' / 'b.txt')", {"./a/b.txt"}),
        ("n = 3\nopen('a/%d-%s.txt' % (n, 'x'))", {"a/3-x.txt"}),
        ("open('{}/{name}.txt'.format('a', name='b'))", {"a/b.txt"}),
        ("open('{{}}/{0}{0}.txt'.format('a'))", {"{}/aa.txt"}),
        ("from pathlib import Path\nopen(Path('a') / 'b' / 'c.txt')", {"a/b/c.txt"}),
        ("from pathlib import Path\nroot = Path('a', 'b')\nopen(root.joinpath('c.txt'))", {"a/b/c.txt"}),
        ("from pathlib import Path\nopen(Path('a/b.txt').parent / 'c.txt')", {"a/c.txt"}),
        ("from pathlib import Path\nopen(str(Path('a/b.txt').with_name('c.txt').resolve()))", {"a/c.txt"}),
        ("import os\nopen(os.path.dirname('a/b/c.txt') + '/d.txt')", {"a/b/d.txt"}),
        ("import os\nopen(os.path.join('a', '/b'))", {"/b"}),
        ("a = 'x' if open else 'y'\nopen(a)", {"x", "y"}),
        ("def read(path):\n    return open(path)\nread('a.txt')\nread(path='b.txt')", {"a.txt", "b.txt"}),
        ("def read(path='c.txt'):\n    return open(path)\nread()", {"c.txt"}),
        ("def where():\n    return 'a.txt'\nopen(where())", {"a.txt"}),
        (
            "class A:\n    def __init__(self, p):\n        self.p = p\n    def r(self):\n        open(self.p)\nA('z').r()",
            {"z"},
        ),
        ("for name in ['a', 'b']:\n    open(name + '.txt')", {"a.txt", "b.txt"}),
        ("import sys\nopen(sys.argv[1] + '/b.txt')", {"{sys.argv[1]}/b.txt"}),
        ("import argparse\nargs = argparse.ArgumentParser().parse_args()\nopen(args.data + '/b')", {"{.data}/b"}),
        ("x = y\ny = x\nopen(x)", {"{x}", "{y}"}),
        ("import random\nnames = ['a/b.txt']\nopen(random.choice(names))", {"a/b.txt"}),
        ("paths = {'x': 'a/x.txt'}\nfor key in paths:\n    open(paths[key])", {"a/x.txt"}),
        ("def read(path):\n    open(path)\nlist(map(read, ['a/' + n for n in names]))", {"a/{n}", "a/{*}"}),
        ("import numpy as np\nrows = np.load('a/rows.npy')\nopen(rows[0])", {"{rows[0]}"}),
        ("kept = []\ndef keep(n):\n    kept.append('a/' + n)\nkeep(x)\nopen(sorted(kept)[0])", {"a/{x}", "a/{*}"}),
    ],
)
def test_a_path_is_followed(text: str, expected: set[str], tmp_path: Path) -> None:
    assert paths(text + "\n", tmp_path) <= expected
    assert paths(text + "\n", tmp_path)


@pytest.mark.parametrize(
    "path",
    [
        "import os\np = 'log-%d' % os.getpid()",
        "import tempfile, os\np = os.path.join(tempfile.mkdtemp(), 'a.txt')",
        "import tempfile\nwith tempfile.TemporaryDirectory() as folder:\n    p = folder + '/a'",
        "import horovod.tensorflow as hvd\nhvd.init()\np = f'log-{hvd.rank()}'",
    ],
)
def test_what_each_process_has_for_itself_is_told(path: str, tmp_path: Path) -> None:
    assert all(each.is_own for each in _opened(path, tmp_path))


@pytest.mark.parametrize(
    "path",
    ["import time\np = f'run-{time.time()}'", "import uuid\np = f'run-{uuid.uuid4().hex}'"],
)
def test_what_is_another_in_each_process_is_told(path: str, tmp_path: Path) -> None:
    assert all(each.varies and not each.is_own for each in _opened(path, tmp_path))


def _opened(path: str, folder: Path) -> frozenset[FilePath]:
    """Give the paths of a file that is opened at `p`, which a text makes."""
    (folder / "train.py").write_text(f"{path}\nopen(p)\n", encoding="utf-8")
    script = analyse(folder / "train.py", Options())
    call = [each for each in script.calls if each.attribute == "open"][-1]
    return Paths(script, script.slices, script.filling).within(call.document, call.node.args[0])


HOLE = Hole("x")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (("a/b.txt",), ("a/b.txt",), True),
        (("./a//b.txt",), ("a/b.txt",), True),
        (("a/b.txt",), ("a/c.txt",), False),
        (("model",), ("model-100",), True),
        (("log",), ("logits",), False),
        (("step-", HOLE, ".json"), ("step-", Hole("n"), ".json"), True),
        (("step-", HOLE, ".json"), ("a.json",), False),
        (("step-", HOLE, ".png"), ("step-", Hole("n"), ".h5"), False),
        (("step-", HOLE, "_best.h5"), ("step-", HOLE, "_last.h5"), False),
        (("step-", HOLE, "_best.h5"), ("step-", Hole("n"), "_last.h5"), False),
        (("step-", HOLE, "_best.h5"), ("step-best.h5",), False),
        (("step-", HOLE, "_best.h5"), ("step-", Hole("n"), ".h5"), True),
        (("step-", HOLE, "_best.ckpt"), ("step-", Hole("n"), ".ckpt.index"), True),
        (("step-", HOLE, "_best"), ("step-", HOLE, "_last.h5"), True),
        (("step-", HOLE, ".ckpt"), ("step-", Hole("n"), ".ckpt.index"), True),
        (("step-", HOLE), ("step-", Hole("n"), ".index"), True),
        ((HOLE, "/b.txt"), (HOLE, "/b.txt"), True),
        ((HOLE, "/b.txt"), (Hole("y"), "/c.txt"), False),
        ((HOLE, "/b.txt"), ("a/c/b.txt",), True),
        ((HOLE,), (Hole("y"),), False),
        (("a/", HOLE), ("a/", Hole("y")), True),
        (("a/", HOLE), ("b/", HOLE), False),
        (("a/", Hole("*")), ("a/", HOLE, ".npy"), True),
        (("a/", Hole("*")), ("a/b/", HOLE, ".npy"), False),
        ((HOLE, "/", Hole("y")), (HOLE, "/", Hole("z")), True),
    ],
)
def test_paths_that_may_be_one_file(first: tuple[str | Hole, ...], second: tuple[str | Hole, ...], same: bool) -> None:
    assert may_be_same(FilePath(first), FilePath(second)) is same
    assert may_be_same(FilePath(second), FilePath(first)) is same


def test_paths_of_many_holes_are_compared_in_no_time() -> None:
    holes = [part for n in range(40) for part in (Hole(f"n{n}"), "_")]
    first, second = FilePath((*holes, "a.txt")), FilePath((*holes, Hole("last"), "b.txt"))
    assert not may_be_same(first, second)
    assert may_be_same(first, FilePath((*holes, Hole("last"), "a.txt")))


def test_a_folder_contains_what_is_below_it() -> None:
    folder = FilePath(("a/", HOLE))
    assert may_contain(folder, FilePath(("a/", HOLE, "/b.txt")))
    assert may_contain(folder, folder)
    assert not may_contain(folder, FilePath(("b/c.txt",)))
    assert not may_contain(FilePath(("a/b.txt",)), FilePath(("a",)))
    assert may_contain(FilePath((".",)), FilePath(("b.txt",)))
    assert may_contain(FilePath(("./",)), FilePath(("./b-", HOLE)))
    assert not may_contain(FilePath((".",)), FilePath(("/b.txt",)))
    assert not may_contain(FilePath((".",)), FilePath(("..",)))


NAMES = st.text(string.ascii_lowercase, min_size=1, max_size=3)
EXPRESSIONS = st.recursive(
    NAMES.map(repr),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: f"os.path.join({pair[0]}, {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} + '/' + {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"str(pathlib.Path({pair[0]}) / {pair[1]})"),
        st.tuples(inner, NAMES).map(lambda pair: f"'{{}}/{pair[1]}'.format({pair[0]})"),
        st.tuples(inner, NAMES).map(lambda pair: f"('%s-{pair[1]}' % {pair[0]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} if len({pair[1]}) > 3 else {pair[1]})"),
        inner.map(lambda each: f"(lambda: {each})()"),
        inner.map(lambda each: f"os.path.dirname({each} + '/x')"),
    ),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(expression=EXPRESSIONS)
def test_a_path_that_python_computes_may_be_one_that_is_given(expression: str, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"import os, pathlib\np = {expression}\nopen(p)\n", encoding="utf-8")
    script = analyse(tmp_path / "train.py", Options())
    call = next(each for each in script.calls if each.attribute == "open")
    found = Paths(script, script.slices, script.filling).within(call.document, call.node.args[0])
    value = eval(expression, {"os": os, "pathlib": pathlib})
    path = FilePath((value,))
    assert any(may_be_same(path, each) or may_contain(each, path) or "{" in str(each) for each in found), (value, found)
