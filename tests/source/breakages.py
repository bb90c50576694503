"""Valid programs broken as typing breaks them, and how much of them is still understood."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random

from farandole.source import Document

UNFINISHED = (
    "x = ", "x.", "f(", "f(a, ", "f(a, b=", "x = [1, ", "x = {'a': ", "x['a", "'", '"a', "f'{a", "x = a +", "return (",
    "if a", "if a:", "elif a:", "else:", "for a in", "for a in b:", "while a:", "try:", "except E", "finally:",
    "with a as b", "with f(a) as b:", "def f(", "def f(a):", "def f(a", "class A", "class A(", "class A:", "import ",
    "from a import ", "from . import (", "@a", "@", "lambda", "x = lambda a", "assert", "raise E(", "del", "print 'a'",
    "not", "x = y if a", "[a for a in", "async def f(", "await", "match a:", "case 1:", ")", "]", "x = 1)", "a b", "=",
)  # fmt: skip
"""What stands on a line that is being typed."""

Change = tuple[int, int, str]
"""What of a text is replaced, from its start to its end, and by what."""

_BRACKETS = re.compile(r"[()\[\]{}]")
_HEAD_END = re.compile(r":[ \t]*$", re.MULTILINE)
_CODE_LINE = re.compile(r"^[ \t]*[^\s#].*$", re.MULTILINE)


@dataclass(frozen=True)
class Breakage:
    """A program before and after one change that Python does not accept: `before[start:end]` became `new`."""

    kind: str
    before: str
    start: int
    end: int
    new: str

    @property
    def after(self) -> str:
        """The broken text."""
        return self.before[: self.start] + self.new + self.before[self.end :]


def breakages(program: str, random: Random, count: int) -> Iterator[Breakage]:
    """Yield `count` texts of a valid program that is broken again and again, a keystroke after the other."""
    kinds = (_typed_line, _typed_character, _cut_line, _lost_bracket, _lost_colon, _lost_line, _moved_line, _open_quote)
    found = 0
    for kind in cycle(kinds):
        for start, end, new in kind(program, random):
            breakage = Breakage(kind.__name__.strip("_").replace("_", " "), program, start, end, new)
            if not _parses(breakage.after):
                yield breakage
                found += 1
                if found == count:
                    return


def _typed_line(program: str, random: Random) -> Iterator[Change]:
    """Begin a new line after one of the program, with its indentation."""
    line = random.choice(list(_CODE_LINE.finditer(program)))
    text = random.choice(UNFINISHED)
    for typed in range(1, len(text) + 1):
        yield line.end(), line.end(), f"\n{_margin(line.group())}{text[:typed]}"


def _typed_character(program: str, random: Random) -> Iterator[Change]:
    """Type one character into a line."""
    line = random.choice(list(_CODE_LINE.finditer(program)))
    at = random.randrange(line.start(), line.end() + 1)
    yield at, at, random.choice("()[]{}'\"=,.:@ \\")


def _cut_line(program: str, random: Random) -> Iterator[Change]:
    """Take the end of a line away, and type some of it again."""
    line = random.choice(list(_CODE_LINE.finditer(program)))
    start = random.randrange(line.start(), line.end())
    for typed in range(start, min(start + 8, line.end())):
        yield typed, line.end(), ""


def _lost_bracket(program: str, random: Random) -> Iterator[Change]:
    bracket = random.choice(list(_BRACKETS.finditer(program)))
    yield bracket.start(), bracket.end(), ""


def _lost_colon(program: str, random: Random) -> Iterator[Change]:
    colon = random.choice(list(_HEAD_END.finditer(program)) or list(_BRACKETS.finditer(program)))
    yield colon.start(), colon.start() + 1, ""


def _lost_line(program: str, random: Random) -> Iterator[Change]:
    """Take a line away with its line end."""
    line = random.choice(list(_CODE_LINE.finditer(program)))
    yield line.start(), min(line.end() + 1, len(program)), ""


def _moved_line(program: str, random: Random) -> Iterator[Change]:
    """Indent a line by something else."""
    line = random.choice(list(_CODE_LINE.finditer(program)))
    margin = _margin(line.group())
    yield line.start(), line.start() + len(margin), random.choice((" ", "  ", margin + "    "))


def _open_quote(program: str, random: Random) -> Iterator[Change]:
    """Begin a string of several lines at the end of a line."""
    line = random.choice(list(_CODE_LINE.finditer(program)))
    yield line.end(), line.end(), random.choice((' = """', " + '''", '"""'))


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def kept(breakage: Breakage, found: Document, original: Document) -> tuple[int, int]:
    """Give how many statements a broken program has besides what was changed, and how many of them are understood.

    A statement counts when the change is not in its own lines, which for one with a block are those of its head. It is
    understood when the tree has the same one at its place; what stands in its block is not compared.
    """
    there = {(found.span(each).start, type(each), _head(each)) for each in found.statements}
    untouched = list(_untouched(breakage, original))
    return len(untouched), sum(each in there for each in untouched)


def _untouched(breakage: Breakage, original: Document) -> Iterator[tuple[int, type[ast.stmt], str]]:
    shift = len(breakage.new) - (breakage.end - breakage.start)
    for each in original.statements:
        start, end = _lines(original, each)
        if end < breakage.start:
            yield original.span(each).start, type(each), _head(each)
        elif start > breakage.end:
            yield original.span(each).start + shift, type(each), _head(each)


def _lines(document: Document, statement: ast.stmt) -> tuple[int, int]:
    """Give the lines of a statement, or of its head."""
    start, end = document.span(statement)
    blocks: Sequence[ast.AST] = getattr(statement, "body", None) or getattr(statement, "cases", None) or ()
    if blocks:
        end = document.text.rfind(":", start, document.span(blocks[0]).start) + 1
    return document.text.rfind("\n", 0, start) + 1, document.text.find("\n", end) % (len(document.text) + 1)


def _head(statement: ast.stmt) -> str:
    """Give what a statement says without the statements in it."""
    fields = {
        name: value
        for name, value in ast.iter_fields(statement)
        if name not in ("body", "orelse", "finalbody", "handlers", "cases")
    }
    return repr({name: _dumped(value) for name, value in fields.items()})


def _dumped(value: object) -> object:
    if isinstance(value, list):
        return [_dumped(each) for each in value]
    return ast.dump(value) if isinstance(value, ast.AST) else value


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
