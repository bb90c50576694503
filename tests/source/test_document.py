"""Reading texts, and finding one's way in them."""

from __future__ import annotations

import ast
import codecs
from pathlib import Path

import pytest
from farandole.source import Document, EditSet, Span, UnreadableFile, layout, parse, read

from tests.source.editing import document, expr, stmt


def written(folder: Path, data: bytes) -> Path:
    path = folder / "train.py"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "text", "encoding", "bom"),
    [
        ("x = 'é😀'\r\n".encode(), "x = 'é😀'\r\n", "utf-8", False),
        (codecs.BOM_UTF8 + b"x = 1\n", "x = 1\n", "utf-8", True),
        (codecs.BOM_UTF8 + b"# coding: utf-8\nx = 1\n", "# coding: utf-8\nx = 1\n", "utf-8", True),
        ("# -*- coding: latin-1 -*-\nx = 'é'\n".encode("latin-1"),
         "# -*- coding: latin-1 -*-\nx = 'é'\n", "iso-8859-1", False),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '€'".encode("cp1252"),
         "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '€'", "cp1252", False),
        (b"#\r# coding: koi8-r\rx = '\xd6'\r", "#\r# coding: koi8-r\rx = 'ж'\r", "koi8-r", False),
        (b"x = 1\n\n# coding: latin-1\n", "x = 1\n\n# coding: latin-1\n", "utf-8", False),
        (b"", "", "utf-8", False),
    ],
)  # fmt: skip
def test_a_file_is_decoded_as_python_does_and_can_be_written_again(
    tmp_path: Path, data: bytes, text: str, encoding: str, bom: bool
) -> None:
    found = read(written(tmp_path, data))
    assert (found.text, found.encoding, found.bom, found.errors) == (text, encoding, bom, ())
    assert found.encode(found.text) == data
    assert parse(("\ufeff" if bom else "") + text, found.path).encode(text) == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"x = 1\ny = '\xe9'\n", r"train\.py:2: it is not encoded in utf-8"),
        (b"# coding: ascii\r\n\r\n# \xe9\r\n", r"train\.py:3: it is not encoded in ascii"),
        (b"# coding: klingon\n", r"train\.py: .*unknown encoding.*klingon"),
        (b"# coding: rot13\n", r"train\.py: .*rot13"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", r"train\.py: .*encoding problem"),
        ("x = 1".encode("utf-16"), r"train\.py: it is encoded in UTF-16"),
        (b"x = 1\ny = '\0'\n", r"train\.py:2: it holds a NUL character"),
    ],
)
def test_a_file_that_is_no_text_is_refused_in_one_line(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as caught:
        read(written(tmp_path, data))
    assert "\n" not in str(caught.value)
    assert caught.value.path == tmp_path / "train.py"


def test_what_is_no_file_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"nothing\.py: no such file"):
        read(tmp_path / "nothing.py")
    with pytest.raises(UnreadableFile, match="is a directory"):
        read(tmp_path)
    with pytest.raises(UnreadableFile, match="null"):
        read(Path("a\0b"))


def test_positions_count_code_points_and_lines_as_python_does() -> None:
    found = document("é = '😀'; a\r\nb\rc\n\fd\x0b\u2028e")
    assert [found.position(found.text.index(name)) for name in "abc"] == [(1, 9), (2, 0), (3, 0)]
    assert found.position(len(found.text)) == (4, 5)
    assert found.offset(1, 9) == found.text.index("a")
    assert [found.offset(line, column) for line, column in ((0, 5), (2, 99), (4, 99), (9, 0))] == [0, 13, 21, 21]


def test_spans_count_code_points() -> None:
    found = document("é = f('😀', ü.x) + 'ß'\n")
    assert found.segment(expr(found, "f('😀', ü.x)").func) == "f"  # type: ignore[attr-defined]
    assert found.segment(stmt(found, "é")) == "é = f('😀', ü.x) + 'ß'"
    assert found.span(expr(found, "ü.x")) == Span(11, 14)


def test_definitions_begin_with_their_decorators() -> None:
    found = document("x = 1\n@  ( # @\n  a)\n@b\ndef f(): pass\n\n@c\nclass A: pass\n")
    assert found.segment(found.tree.body[1]) == "@  ( # @\n  a)\n@b\ndef f(): pass"
    assert found.segment(found.tree.body[2]) == "@c\nclass A: pass"


def test_nodes_without_a_position_have_the_span_of_their_parts() -> None:
    found = document("with a as b: pass\n[c for d in e if f]\ndef g(h, i=1): pass\nmatch j:\n  case (1): k\n")
    parts = [
        found.segment(node)
        for node in ast.walk(found.tree)
        if isinstance(node, ast.withitem | ast.comprehension | ast.arguments | ast.match_case)
    ]
    assert parts == ["a as b", "h, i=1", "case (1): k", "d in e if f"]
    assert found.segment(found.tree) == found.text
    with pytest.raises(ValueError, match="no place"):
        found.span(ast.Load())


def test_a_node_knows_what_is_around_it() -> None:
    found = document(
        "def f():\n    try:\n        a\n    except B:\n        c\n    else:\n        g\n    finally:\n        e\n"
    )
    function, attempt = found.statements[:2]
    assert isinstance(attempt, ast.Try)
    a, c, g, e = (stmt(found, name) for name in "acge")
    assert [found.owner(each) for each in (a, c, g, e)] == [attempt, attempt.handlers[0], attempt, attempt]
    assert found.block(g) is attempt.orelse
    assert found.block(attempt) is function.body  # type: ignore[attr-defined]
    assert list(found.ancestors(expr(found, "c"))) == [c, attempt.handlers[0], attempt, function, found.tree]
    assert found.statement(expr(found, "B")) is attempt
    assert found.statement(a) is a
    with pytest.raises(ValueError, match="module"):
        found.statement(found.tree)


def test_a_scope_is_that_of_the_name() -> None:
    found = document("@a\ndef f(b=c, *, d: e = g) -> h:\n    i = lambda j=k: m\n    class N(o): p = [q for q in r]\n")
    names = {node.id: node for node in ast.walk(found.tree) if isinstance(node, ast.Name)}
    scopes = {name: type(found.scope(node)).__name__ for name, node in names.items()}
    assert {name for name, scope in scopes.items() if scope == "Module"} == set("aceghk") - {"k"}
    assert {name for name, scope in scopes.items() if scope == "FunctionDef"} == set("iko")
    assert {name for name, scope in scopes.items() if scope == "ClassDef"} == set("pqr")
    assert {name for name, scope in scopes.items() if scope == "Lambda"} == set("m")
    assert found.scope(found.tree.body[0]) is found.tree
    parameters = {
        node.arg: type(found.scope(node)).__name__ for node in ast.walk(found.tree) if isinstance(node, ast.arg)
    }
    assert parameters == {"b": "FunctionDef", "d": "FunctionDef", "j": "Lambda"}


@pytest.mark.parametrize(
    ("text", "newline", "indent"),
    [
        ("", "\n", "    "),
        ("a\r\nb\r\nc\n", "\r\n", "    "),
        ("if a:\r\tb\r", "\r", "\t"),
        ("if a:\n  b\nif c: d\nwith e:\n  f(\n      g)\n", "\n", "  "),
        ("if a:\n   b\nelse:\n   c\nfor d in e:\n  f\n", "\n", "   "),
        ("match a:\n  case 1:\n    b\n", "\n", "  "),
        ("if a: \\\n  b\n", "\n", "    "),
        ("try:\n\ta\nexcept:\n\tb\n", "\n", "\t"),
    ],
)
def test_the_layout_of_a_text(text: str, newline: str, indent: str) -> None:
    found = document(text)
    assert (found.newline, found.indent) == (newline, indent)


def test_an_elif_is_told_from_an_if_in_an_else() -> None:
    found = document("if a: b\nelif c: d\nelse:\n    if e: f\n")
    assert [found.segment(each)[:6] for each in found.statements if found.is_elif(each)] == ["elif c"]


def test_the_rows_and_strings_of_a_text() -> None:
    text = "# c\na = (1,\n  2)  # '''\nb = '''x\ny'''; c = \\\n  3\n\nif f'{d['e']}': pass\n"
    found = document(text.replace("['e']", "[e]"))
    rows = [found.text[start:end] for start, end in found.lexis.rows]
    assert rows == ["a = (1,\n  2)  # '''", "b = '''x\ny'''; c = \\\n  3", "if f'{d[e]}': pass"]
    assert [found.text[start:end] for start, end in found.lexis.strings] == ["'''x\ny'''"]
    assert sorted(found.text[start:end] for end, start in found.lexis.comments.items()) == ["# '''", "# c"]


@pytest.mark.parametrize(
    "string",
    [
        "f'{a!r:>{b}}'",
        "f'{{'",
        "f'}}{a}{{'",
        'f"{a:%H:%M}"',
        "f'''{a\n}'''",
        "rf'\\{a}'",
        "f'\\N{EM DASH}'",
        "'\\\\'",
        "'\\''",
        "r'\\''",
        "''''a'''",
        "''''a'' '''",
        "b'\\\r\na'",
        "F'{a[\"b\"]}'",
        "f'{(lambda: a)}'",
        "f'{ {1: 2}[1] }'",
    ],
)
def test_the_end_of_every_string_is_found(string: str) -> None:
    found = document(f"x = {string}#y\nz\n")
    assert found.errors == ()
    assert list(found.lexis.comments.values()) == [4 + len(string)]


def _errors(found: Document) -> list[tuple[str, str]]:
    return [(found.text[problem.span.start : problem.span.end], problem.message) for problem in found.errors]


@pytest.mark.parametrize(
    ("text", "error", "rest"),
    [
        ("import a\nx = f(\ny = 2\n", "x = f(", "import a\npass\ny = 2"),
        ("def f(:\n    return 1\nb\n", "def f(:", "if 1:\n    return 1\nb"),
        ("a = b.\nc\n", "a = b.", "pass\nc"),
        ("a = 'b\nc\n", "a = 'b", "pass\nc"),
        ("def f():\n    s = '''a\n    b\nc\nimport d\n", "s = '''a", "def f():\n    pass\n    b\nc\nimport d"),
        ("try:\n    a\nb\nc\n", "try:\n    a", "pass\nb\nc"),
        ("for a in b:\nc\n", "for a in b:", "pass\nc"),
        ("a\n  b\nc\n", "b", "a\nc"),
        ("x = f(a,\n  b c,\n  d)\ne\n", "x = f(a,\n  b c,\n  d)", "pass\ne"),
        ("class A:\n    def f(self):\n        a(b\n\n    def g(self):\n        c\n", "a(b",
         "class A:\n\n    def f(self):\n        0\n\n    def g(self):\n        c"),
        ("match a:\n    case [1, *b]:\n        c\nx = (\nd\n", "x = (",
         "match a:\n    case [1, *b]:\n        c\npass\nd"),
        ("@\ndef f(): a\n", "@", "def f():\n    a"),
        ("a\n%matplotlib inline\n!pip install b\nc\n", "%matplotlib inline\n!pip install b", "a\npass\npass\nc"),
        ("x = 1 \\", "x = 1 \\", "pass"),
    ],
)  # fmt: skip
def test_what_is_around_a_syntax_error_is_understood(text: str, error: str, rest: str) -> None:
    found = document(text)
    assert [error for error, _ in _errors(found)] == [error]
    assert ast.dump(found.tree) == ast.dump(ast.parse(rest))
    assert ast.unparse(found.tree) == rest


def test_errors_far_from_each_other_are_told_apart() -> None:
    found = document("import a\nprint 'b'\nc\ntry:\n    d\nexcept E, e:\n    f\ng(\n")
    assert [error for error, _ in _errors(found)] == ["print 'b'", "try:\n    d\nexcept E, e:", "g("]
    assert "Missing parentheses" in _errors(found)[0][1]


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 3000 + ")" * 3000,
        "x = " + "-" * 100_000 + "1",
        "x = a" + ".b" * 100_000,
        "x = a" + "()" * 100_000,
        "x = a" + " + b" * 100_000,
        "".join(" " * depth + "if x:\n" for depth in range(150)),
        "if a: b\n" + "elif a: b\n" * 20_000,
    ],
)
def test_what_is_nested_too_deeply_is_an_error_or_understood_but_no_crash(text: str) -> None:
    found = document("import a\n" + text + "\nimport b\n")
    assert len(found.errors) <= 1
    first, last = found.tree.body[0], found.tree.body[-1]
    edits = (*layout.insert_after(found, first, ["c"]), *layout.insert_before(found, last, ["d"]))
    assert EditSet.of(found, edits).apply(found) == f"import a\nc\n{text}\nd\nimport b\n"


def test_lone_surrogates_of_an_editor_do_no_harm() -> None:
    found = document("x = '\ud800', a\ny\ud800 = 1\n")
    assert found.segment(found.statements[0]) == "x = '\ud800', a"
    assert [error for error, _ in _errors(found)] == ["y\ud800 = 1"]
