"""What is understood of texts that Python does not accept, and that an earlier text of the file changes nothing in it."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest
from farandole.source import Document, parse
from farandole.source.canonical import canonicalize

from tests.source.breakages import breakages, kept

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/horovod/scripts").glob("*.py"))]
NEW_SYNTAX = (ROOT / "tests/golden/layout-new-syntax/in.py").read_text(encoding="utf-8")
MODULE = (ROOT / "transforms/farandole/source/document.py").read_text(encoding="utf-8")
LEAST_KEPT = 0.999  # of a few; `benchmarks/broken_files` measures many
PATH = Path("script.py")


@pytest.mark.parametrize("program", ["\n".join(SCRIPTS[:8]), MODULE])
def test_what_stands_beside_a_breakage_is_understood(program: str) -> None:
    statements = understood = 0
    valid = parse(program, PATH)
    for breakage in breakages(program, Random(5), 24):
        beside, found = kept(breakage, parse(breakage.after, PATH), valid)
        statements += beside
        understood += found
    assert understood >= LEAST_KEPT * statements


def _facts(document: Document) -> tuple[str, str, object]:
    return document.source, ast.dump(document.tree, include_attributes=True), document.errors


@pytest.mark.parametrize("program", [*SCRIPTS[::9], NEW_SYNTAX, MODULE])
def test_an_earlier_text_of_the_file_changes_nothing(program: str) -> None:
    earlier = parse(program, PATH)
    for breakage in breakages(program, Random(7), 16):
        found = parse(breakage.after, PATH, earlier)
        assert _facts(found) == _facts(parse(breakage.after, Path("another.py")))
        tree = canonicalize(ast.parse(found.source), found.source)
        assert ast.dump(found.tree, include_attributes=True) == ast.dump(tree, include_attributes=True)
        earlier = found


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ('x = """\ndef f():\n    """Say."""\n    a\n\ndef g():\n    """Tell."""\n',
         'pass\n\ndef f():\n    """Say."""\n    a\n\ndef g():\n    """Tell."""'),
        ("@a\ndef f(b)\n    c\n    d\n", "if 1:\n    c\n    d"),
        ("class A:\n    def f(self):\n        match b:\n        c\n        d\n\n    def g(self):\n        e\n",
         "class A:\n\n    def f(self):\n        pass\n        c\n        d\n\n    def g(self):\n        e"),
        ("def f():\n    a\n b\n    c\nd\n", "def f():\n    a\n    c\nd"),
        ("def f():\n    x = g(a,\n    y = 1\n    z = 2\n", "def f():\n    pass\n    y = 1\n    z = 2"),
        ("a b\n@c\ndef f():\n    d\n", "@c\ndef f():\n    d"),
        ("class A:\n    def f(self):\n        return g(b\n\n    @c\n    def h(self):\n        i\n",
         "class A:\n\n    def f(self):\n        pass\n\n    @c\n    def h(self):\n        i"),
        ("def f():\n    a\n    try:\n        b\n    except C:\n    d\n        e = 1\n    g\n", "def f():\n    a\n    if 1:\n        e = 1\n    g"),
    ],
)  # fmt: skip
def test_one_line_takes_only_itself_away(text: str, rest: str) -> None:
    assert ast.unparse(parse(text, PATH).tree) == rest
