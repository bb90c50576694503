"""What holds for every program, however it is laid out."""

from __future__ import annotations

import ast
import collections
import itertools
import sys
from pathlib import Path
from random import Random

from farandole.source import Document, Edit, EditConflict, EditSet, layout, parse
from farandole.source.canonical import MIRRORED, canonicalize
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.source.operations import operated
from tests.source.programs import program

PATH = Path("program.py")
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
randoms = st.integers(0, 2**48).map(Random)
programs = randoms.map(program)


@SLOW
@given(programs)
def test_the_text_of_an_expression_means_the_expression(text: str) -> None:
    document = parse(text, PATH)
    for node in ast.walk(document.tree):
        if isinstance(node, ast.expr) and _stands_alone(document, node):
            found = _tree(f"({document.segment(node)})").body[0]
            assert isinstance(found, ast.Expr)
            assert _dump(found.value) == _dump(node), document.segment(node)


def _stands_alone(document: Document, node: ast.expr) -> bool:
    """Tell whether an expression is none of those that only stand in brackets or in f-strings."""
    parent = document.parent(node)
    if isinstance(parent, ast.JoinedStr) or (isinstance(parent, ast.FormattedValue) and node is parent.format_spec):
        return False
    return not any(isinstance(each, ast.Starred | ast.Slice) for each in (node, *ast.iter_child_nodes(node)))


def _tree(text: str) -> ast.Module:
    return canonicalize(ast.parse(text), text)


def _meaning(tree: ast.Module) -> str:
    """Dump a tree so that a comparison is the same from both sides: an operation may put a constant on either."""
    everywhere = "not\n" * 1000
    return ast.dump(_Ordered().visit(canonicalize(ast.fix_missing_locations(tree), everywhere)))


class _Ordered(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        self.generic_visit(node)
        match node:
            case ast.Compare(left, [operator], [right]) if type(operator) in MIRRORED and _dump(right) < _dump(left):
                return ast.Compare(right, [MIRRORED[type(operator)]()], [left])
        return node


def _dump(node: ast.AST) -> str:
    return ast.dump(node).replace("Store()", "Load()")


@SLOW
@given(programs)
def test_the_text_of_a_simple_statement_means_the_statement(text: str) -> None:
    document = parse(text, PATH)
    for stmt in document.statements:
        if not hasattr(stmt, "body") and not isinstance(stmt, ast.Match):
            assert ast.dump(_tree(document.segment(stmt)).body[0]) == ast.dump(stmt)


@SLOW
@given(programs, randoms, st.integers(1, 8))
def test_operations_together_make_the_tree_that_they_say(text: str, random: Random, count: int) -> None:
    document = parse(text, PATH)
    names, edits, tree = operated(document, random, count)
    assert _meaning(ast.parse(edits.apply(document))) == _meaning(tree), names


@SLOW
@given(programs, randoms)
def test_one_operation_leaves_all_lines_around_its_statement_as_they_are(text: str, random: Random) -> None:
    document = parse(text, PATH)
    _, edits, _ = operated(document, random, 1)
    changes = edits.changes(document)
    if changes:
        new = edits.apply(document)
        assert new.startswith(text[: document.lexis.row(changes[0].start).start])
        assert new.endswith(text[changes[-1].end :])


@SLOW
@given(programs, randoms)
def test_changes_are_in_order_and_apart(text: str, random: Random) -> None:
    document = parse(text, PATH)
    _, edits, _ = operated(document, random, 6)
    changes = edits.changes(document)
    assert all(first.end < second.start for first, second in itertools.pairwise(changes))
    assert all(change.text != text[change.start : change.end] for change in changes)


@st.composite
def layered_edits(draw: st.DrawFn) -> list[Edit]:
    places = draw(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2), st.sampled_from("xyz")), max_size=6))
    return [Edit(start, start + length, text, layer) for layer, (start, length, text) in enumerate(places)]


@settings(max_examples=300)
@given(layered_edits(), randoms)
def test_sets_of_edits_may_be_joined_in_any_order(edits: list[Edit], random: Random) -> None:
    document = parse("a = 1\nb = 2\nc = 3\n", PATH)
    shuffled = random.sample(edits, len(edits))
    assert _joined(document, edits) == _joined(document, shuffled)


def _joined(document: Document, edits: list[Edit]) -> str | None:
    found = EditSet.empty()
    try:
        for edit in edits:
            found |= EditSet.of(document, [edit])
    except EditConflict:
        return None
    return found.apply(document)


@SLOW
@given(st.one_of(st.text(st.sampled_from("ab1 =()[]{}:'\"\\\n\r\t\f#@.,é😀;"), max_size=60), st.text(max_size=40)))
def test_any_text_can_be_read(text: str) -> None:
    if "\0" not in text:
        _is_consistent(parse(text, PATH))


@SLOW
@given(programs, randoms)
def test_a_damaged_program_can_be_read(text: str, random: Random) -> None:
    at = random.randrange(len(text) + 1)
    damage = random.choice(("(", ")", "'", '"""', "\n", ":", "  ", "\\", "return", "x y"))
    _is_consistent(parse(text[:at] + damage + text[at + random.randrange(4) :], PATH))


def _is_consistent(document: Document) -> None:
    assert len(document.source) == len(document.text)
    assert ast.dump(_tree(document.source)) == ast.dump(document.tree)
    outside = list(document.text)
    blanked = list(document.source)
    for problem in document.errors:
        outside[problem.span.start : problem.span.end] = blanked[problem.span.start : problem.span.end]
    assert [character for character in outside if not "\ud800" <= character <= "\udfff"] == [
        new for old, new in zip(outside, blanked, strict=True) if not "\ud800" <= old <= "\udfff"
    ]
    try:
        ast.parse(document.text)
    except (SyntaxError, UnicodeEncodeError):
        return
    assert document.errors == ()


@given(st.text(st.sampled_from("ab\n\r\f\v\x85\u2028é😀"), max_size=30))
def test_every_offset_has_a_position_and_back(text: str) -> None:
    document = parse("#" + text, PATH)
    for offset in range(len(document.text) + 1):
        if document.text[max(0, offset - 1) : offset + 1] != "\r\n":
            assert document.offset(*document.position(offset)) == offset
    assert document.position(len(document.text))[0] == 1 + len(
        document.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[1:]
    )


def test_the_work_to_read_and_edit_a_file_grows_with_its_length_only() -> None:
    assert _calls(400) < 4.5 * _calls(100)


def _calls(count: int) -> int:
    """Count the calls that reading `count` functions, finding all nodes of them, and guarding a statement in each make."""
    text = "def f(x):\n    y = g(x, 'é')\n    print(y)  # c\n\n" * count
    calls = collections.Counter[str]()
    sys.setprofile(lambda frame, event, argument: calls.update([event]))
    try:
        document = parse(text, PATH)
        for node in ast.walk(document.tree):
            if isinstance(node, ast.expr):
                document.span(node)
        functions = (node for node in document.tree.body if isinstance(node, ast.FunctionDef))
        edits = (layout.guard(document, function.body[1:], "c") for function in functions)
        new = EditSet.of(document, itertools.chain.from_iterable(edits)).apply(document)
    finally:
        sys.setprofile(None)
    assert new.count("    if c:\n        print(y)  # c\n") == count
    return calls["call"] + calls["c_call"]
