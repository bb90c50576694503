"""What a name was last given, when a run reads it, is among the assignments that are said to reach the place."""

from __future__ import annotations

import ast
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path

import pytest
from farandole.analysis.def_use import Assignment
from farandole.analysis.reaching import reaching
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.source import Document, parse
from hypothesis import given, note
from hypothesis import strategies as st

PATH = Path("/nowhere/train.py")
NAMES = st.sampled_from(["a", "b"])
Lines = list[str]


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def blocks(inner: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    """Give statements around some others; what `MARK` stands for is told apart when the program is whole."""
    body = st.lists(inner, min_size=1, max_size=4).map(lambda each: list(chain.from_iterable(each)))

    def around(*heads: str) -> st.SearchStrategy[Lines]:
        bodies = st.tuples(*(body for _ in heads))
        return bodies.map(
            lambda each: [*chain.from_iterable([h, *indented(b)] for h, b in zip(heads, each, strict=True))]
        )

    return st.one_of(
        around("if flip():"),
        around("if flip():", "else:"),
        around("while flip():"),
        around("for _ in range(2):", "else:"),
        NAMES.flatmap(lambda name: around(f"for {name} in ('MARK', 'MARK'):")),
        around("try:", "except ValueError:"),
        around("try:", "except ValueError:", "else:", "finally:"),
        around("with quiet():"),
        st.sampled_from([["if flip():", "    break"], ["if flip():", "    continue"]]).map(
            lambda lines: ["for _ in range(2):", *indented([*lines, "seen(a)"])]
        ),
    )


SIMPLE = st.one_of(
    NAMES.map(lambda name: [f"{name} = 'MARK'"]),
    NAMES.map(lambda name: [f"{name} = seen({name}) + 'MARK'"]),
    NAMES.map(lambda name: [f"{name} += 'MARK'"]),
    NAMES.map(lambda name: [f"{name}: str = 'MARK'"]),
    NAMES.map(lambda name: [f"if ({name} := 'MARK') and seen({name}):", "    pass"]),
    NAMES.map(lambda name: [f"seen({name})"]),
    st.just(["a, b = 'MARK', 'MARK'"]),
    st.just(["if flip():", "    raise ValueError"]),
    st.just(["change()"]),
)
PROGRAMS = st.lists(st.recursive(SIMPLE, blocks, max_leaves=12), min_size=2, max_size=6).map(
    lambda each: list(chain.from_iterable(each))
)
HEAD = ["a = 'MARK'", "b = 'MARK'", "def change():", "    nonlocal a", "    a = 'MARK'"]


def marked(lines: Lines) -> str:
    """Give the text of a function with these statements, in which each value is another one."""
    text = "\n".join(["def main():", *indented([*HEAD, *lines]), "main()", ""])
    for number in range(text.count("MARK")):
        text = text.replace("MARK", f"<{number}>", 1)
    return text


def run(text: str, answers: list[bool]) -> list[tuple[int, int, str]]:
    """Run a program; where a name was read, and the value that it was last given, for each time."""
    document = parse(text, PATH)
    places = {}
    for node in ast.walk(document.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "seen":
            read = node.args[0]
            places[len(places)] = (read.lineno, read.col_offset)
            node.args.append(ast.copy_location(ast.Constant(len(places) - 1), read))
    found: list[tuple[int, int, str]] = []
    coming = chain(answers, repeat(False))

    def seen(value: str, place: int) -> str:
        found.append((*places[place], value.rpartition("<")[2].rstrip(">")))
        return value

    names = {"flip": lambda: next(coming), "seen": seen, "quiet": lambda: suppress(ValueError)}
    with suppress(ValueError):
        exec(compile(document.tree, str(PATH), "exec"), names)
    return found


@given(PROGRAMS.map(marked), st.lists(st.booleans(), max_size=12))
def test_what_a_run_last_gave_a_name_reaches_the_place_where_it_reads_it(text: str, answers: list[bool]) -> None:
    note(text)
    reached = reached_in(text)
    for line, column, mark in run(text, answers):
        said = reached[line, column]
        assert any(f"<{mark}>" in each for each in said), f"line {line} read <{mark}>, said to reach it are {said}"


def reached_in(text: str) -> dict[tuple[int, int], list[str]]:
    """Give, for each place where a name is read, the values that are said to reach it."""

    def read(path: Path) -> Document:
        return parse(text, path)

    script = analyse(PATH, Options(), read=read)
    document = script.entry
    found = {}
    for node in document.nodes(ast.Name):
        scope = script.scope(document, node)
        if isinstance(node.ctx, ast.Load) and node.id in scope.names:
            defined = script.def_use.names[scope, node.id]
            assigned = [each for each in defined if isinstance(each, Assignment)]
            reached = reaching(document, node, scope.node, assigned)
            found[node.lineno, node.col_offset] = [ast.unparse(each.value) for each in reached]
    return found


@pytest.mark.parametrize(
    ("lines", "reached"),
    [
        (["a = 'MARK'", "seen(a)"], ["'<2>'", "'<3>'"]),
        (["if flip():", "    a = 'MARK'", "seen(a)"], ["'<0>'", "'<2>'", "'<3>'"]),
        (["a = a + 'MARK'", "seen(a)"], ["'<2>'", "a + '<3>'"]),
        (["for _ in range(2):", "    seen(a)", "    a = 'MARK'"], ["'<0>'", "'<2>'", "'<3>'"]),
        (["for _ in range(2):", "    a = 'MARK'", "    seen(a)", "    a = 'MARK'"], ["'<2>'", "'<3>'"]),
        (["seen(a)", "a = 'MARK'"], ["'<0>'", "'<2>'"]),
        (["a = 'MARK'", "for a in ['MARK']:", "    seen(a)"], ["'<2>'", "['<4>']"]),
        (["for a in ['MARK']:", "    pass", "seen(a)"], ["'<0>'", "'<2>'", "['<3>']"]),
        (["for a in ['MARK']:", "    a = 'MARK'", "    seen(a)"], ["'<2>'", "'<4>'"]),
        (["a = 'MARK'", "[seen(a) for a in ['MARK']]"], ["['<4>']"]),
        (["[a for a in ['MARK']]", "seen(a)"], ["'<0>'", "'<2>'"]),
        (["a = 'MARK'", "[a for a in [seen(a)]]"], ["'<2>'", "'<3>'"]),
    ],
)
def test_what_is_overwritten_or_comes_later_does_not_reach_a_place(lines: Lines, reached: list[str]) -> None:
    text = marked(lines)
    number, line = next(each for each in enumerate(text.splitlines(), 1) if "seen(a)" in each[1])
    assert reached_in(text)[number, line.index("a)")] == reached  # <2> is another function's, which may be called
