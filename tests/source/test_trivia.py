"""Edits of comments and blank lines, which leave a program what it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.source import parse
from farandole.source.trivia import is_same_program
from hypothesis import given
from hypothesis import strategies as st

PATH = Path("train.py")
TEXT = '''\
import os


def read(path):
    """Read

    # no comment
    """
    # what comes
    with open(path) as file:
        return [
            line
            for line in file  # all
        ]


for name in os.listdir("."):

    read(name)
    x = 1 + \\
        2
'''


def same(before: str, after: str) -> bool:
    return is_same_program(parse(before, PATH), parse(after, PATH))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    # what comes\n", ""),
        ("    # what comes\n", "    # what came\n\n"),
        ("    # what comes\n", "# what comes\n"),
        ("    with open", "    # opened\n    with open"),
        ("\n\nfor name", "\n# names\n\nfor name"),
        ("import os\n", "# first\nimport os\n"),
        ("import os\n", "\n\nimport os\n"),
        ("        2\n", "        2\n\n# the end\n"),
        ("\n\n    read(name)", "\n    read(name)"),
    ],
)
def test_comments_and_blank_lines_between_statements_change_nothing(old: str, new: str) -> None:
    assert same(TEXT, TEXT.replace(old, new))
    assert same(TEXT.replace(old, new), TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    read(name)", "#    read(name)"),
        ("    # no comment\n", "    # a comment\n"),
        ("            line\n", "            # each\n            line\n"),
        ("    # what comes\n", "    # type: (str) -> list\n"),
        ("    # what comes\n", "    # farandole: ignore-file[HVD103]\n"),
        ("import os\n", "# coding: latin-1\nimport os\n"),
        ("  # all", "  # of them"),
        ("1 + \\\n", "1 + \\\n\n"),
        ("        2\n", "        3\n"),
        ("    with open", "  with open"),
        ('    """\n', '    """\n    pass\n'),
        ("        2\n", "        2 (\n"),
    ],
)
def test_what_means_something_is_no_comment(old: str, new: str) -> None:
    assert not same(TEXT, TEXT.replace(old, new))
    assert not same(TEXT.replace(old, new), TEXT)


PIECES = st.lists(
    st.sampled_from(
        ["\n", "# a\n", "    # b\n", "#", "x = 1\n", "if x:\n", "    y = 2\n", "(", ")", "'''", "\\\n", " "]
    ),
    max_size=8,
).map("".join)


@given(PIECES, PIECES, PIECES, PIECES)
def test_the_trees_of_the_same_program_are_equal(before: str, old: str, new: str, after: str) -> None:
    first, second = before + old + after, before + new + after
    if same(first, second):
        assert ast.dump(ast.parse(first)) == ast.dump(ast.parse(second))
