"""The error regions of a part of a text: they are blanked out one after another until Python accepts it.

Python tells the line of the first error. Where that line, or the one before, is not all there is to it, parso's tree
tells what belongs together; it has no grammar for much of what Python accepts, so that Python has the last word: a
region counts only when Python's own first error moves once it is blanked.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf

from farandole.source.canonical import canonicalize
from farandole.source.lexical import SPACES, Span, lex

__all__ = ["CLAUSE", "LEAD", "SyntaxProblem", "blanked", "parsed", "with_closed_strings", "without_errors"]

CLAUSE = re.compile(r"(?:else|elif|except|finally)\b")
"""What goes on with a statement at its margin."""

LEAD = "if 1:\n"
"""What makes Python accept the indentation of what follows."""

# How many characters to parse at most while looking for the errors of one part.
_EFFORT = 1_000_000
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
# What Python says of a line when the statement before it is to blame.
_MISSED = ("expected an indented block", "expected 'except'")
_CODE = re.compile(r"[^\r\n]")
_STAND_INS = ("pass", "0", "")
_WORD = re.compile(r"[\w`]")
_CLOSED = re.compile(r"(?:\"{3}|'{3})\Z")

Lines = tuple[int, int]
"""The numbers of the first and the last line of a region, from 0."""


@dataclass(frozen=True)
class SyntaxProblem:
    """A region of a text that Python does not accept, and what it says about it."""

    span: Span
    message: str


def parsed(source: str) -> ast.Module | SyntaxError:
    """Give the tree of a text in canonical form, or what Python says of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return canonicalize(ast.parse(source), source)
    except SyntaxError as error:
        return error
    except (RecursionError, MemoryError):
        return SyntaxError("the text is nested too deeply to be read")


def parsed_at(source: str, margin: str) -> ast.Module | SyntaxError:
    """Give the tree of a text whose statements must stand at `margin`; they follow on `LEAD` where there is one."""
    tree = parsed(source)
    if margin and isinstance(tree, ast.Module) and isinstance(tree.body[0], ast.If):
        first = tree.body[0].body[0]
        if first.col_offset != len(margin):
            return SyntaxError("unexpected indent", (None, first.lineno, first.col_offset, None))
    return tree


def with_closed_strings(source: str) -> tuple[str, list[SyntaxProblem]]:
    """Give `source` without the lines where a quote too much or too few turns what follows inside out, and these."""
    problems: list[SyntaxProblem] = []
    lines = _lines(source)
    starts = _inside_out(source)
    while starts:
        at = bisect_right(lines, starts[0], key=lambda line: line.start) - 1
        new = blanked(source, lines[at], *_words(source, lines, (at, at)))
        left = _inside_out(new)
        if len(left) >= len(starts):
            break
        problems.append(SyntaxProblem(_stripped(source, lines[at]), "a string of several lines is not closed"))
        source, starts = new, left
    return source, problems


def _inside_out(source: str) -> list[int]:
    """Give where strings start that hold code, since their ends are the beginnings of other strings, or there is none.

    Words follow at once on the beginning of a string.
    """
    strings = lex(source).strings
    found = [each.start for each in strings if _WORD.match(source, each.end)]
    if strings and strings[-1].end == len(source) and not _CLOSED.search(source, strings[-1].start + 3):
        found.append(strings[-1].start)
    return found


def without_errors(source: str, name: str, margin: str) -> tuple[str, list[SyntaxProblem]]:
    """Give a part of a text with its error regions blanked, so that Python accepts it, and these regions.

    The statements of the part stand at `margin`. parso keeps its tree of the part under `name`, and reads again only
    what has changed when another text of that name comes.
    """
    lead = LEAD if margin else ""
    text = lead + source
    lines = _lines(text)
    doubted = _Doubted(text, name)
    problems: list[SyntaxProblem] = []
    attempts = min(3 + _EFFORT // (len(text) + 1), 3 * len(lines))
    while not isinstance(error := parsed_at(text, margin), ast.Module):
        if error.lineno is None or len(problems) == attempts:
            return _without_everything(source, problems[0].message if problems else str(error.msg))
        text, span = _without_error(text, lines, doubted, error, margin)
        if not text.startswith(lead):
            return _without_everything(source, str(error.msg))
        problems.append(SyntaxProblem(Span(span.start - len(lead), span.end - len(lead)), str(error.msg)))
    return text[len(lead) :], problems


def _without_everything(source: str, message: str) -> tuple[str, list[SyntaxProblem]]:
    everything = Span(0, len(source))
    return blanked(source, everything, *_STAND_INS), [SyntaxProblem(_stripped(source, everything), message)]


@dataclass(frozen=True)
class _Doubted:
    """What parso makes no sense of in a text; it is asked only where the line of an error is not all there is to it."""

    source: str
    name: str

    @cached_property
    def regions(self) -> list[Lines]:
        """The lines of parso's error nodes."""
        from farandole.source.error_nodes import error_nodes  # noqa: PLC0415  few texts need parso, which loads slowly

        return error_nodes(self.source, self.name)


def _without_error(
    source: str, lines: list[Span], doubted: _Doubted, error: SyntaxError, margin: str
) -> tuple[str, Span]:
    """Give `source` with a region around its first error blanked, and the region."""
    at = min(error.lineno or 1, len(lines)) - 1
    near = _near(source, lines, doubted, at, str(error.msg))
    for regions in (near, *([each] for each in _blocks(source, lines, at))):
        found = _without(source, lines, regions, margin)
        if found is not None:
            return found
    everything = Span(0, len(source))
    return blanked(source, everything, *_STAND_INS), _stripped(source, everything)


def _without(source: str, lines: list[Span], regions: Iterable[Lines], margin: str) -> tuple[str, Span] | None:
    """Give `source` without the first region that leaves no error, or the one that moves it farthest, and the region.

    A region that leaves the error in what is blanked or right below it is none.
    """
    farthest: float = 0
    best = None
    seen: set[Lines] = set()
    for first, last in regions:  # one after another, since parso is asked for the last of them
        if (first, last) in seen:
            continue
        seen.add((first, last))
        span = Span(lines[first].start, lines[min(last, len(lines) - 1)].end)
        for new in dict.fromkeys(blanked(source, span, word) for word in _words(source, lines, (first, last))):
            moved = _first_error(new, margin)
            if new != source and moved > farthest and not first < moved <= last + 1:
                farthest, best = moved, (new, _stripped(source, span))
            if farthest == inf:
                return best
    return best


def _first_error(source: str, margin: str) -> float:
    """Give the line of the first error of `source`; infinity if there is none, or one that has no line."""
    error = parsed_at(source, margin)
    return inf if isinstance(error, ast.Module) or error.lineno is None else error.lineno


def _near(source: str, lines: list[Span], doubted: _Doubted, at: int, message: str) -> Iterator[Lines]:
    """Give the regions that an error in line number `at` may come from.

    They are the logical line and the line, the one before, and what parso makes no sense of there and last before it.
    """
    depth = _depth(source, lines[at])
    before = at
    while before and _is_deeper(source, lines[before - 1], depth):
        before -= 1
    if not message.startswith(_MISSED):
        yield _row(source, lines, at)
        yield at, at
    if before:
        yield _row(source, lines, before - 1)
        yield before - 1, at - 1
    yield from (each for each in reversed(doubted.regions) if each[0] <= at <= each[1])
    yield from [each for each in doubted.regions if each[1] < at][-1:]


def _blocks(source: str, lines: list[Span], at: int) -> Iterator[Lines]:
    """Give the blocks around a line, with what leads them in, from the inside to the outside."""
    depth = _depth(source, lines[at])
    first = at
    while depth:
        while first and _is_deeper(source, lines[first], depth - 1):
            first -= 1
        depth = min(depth - 1, _depth(source, lines[first]))
        last = at
        while last + 1 < len(lines) and _is_deeper(source, lines[last + 1], depth):
            last += 1
        yield first, last


def _row(source: str, lines: list[Span], at: int) -> Lines:
    """Give the lines of the logical line that holds line number `at`, or this line alone where a bracket stays open."""
    for row in lex(source + "\n0").rows[:-1]:
        if row.start <= lines[at].start < row.end:
            starts = [line.start for line in lines]
            return bisect_right(starts, row.start) - 1, bisect_right(starts, row.end - 1) - 1
    return at, at


def _is_deeper(source: str, line: Span, depth: int) -> bool:
    """Tell whether a line is indented by more than `depth`, is blank or a comment, or goes on with a statement."""
    code = source[line.start : line.end].strip(SPACES)
    return not code or code[0] in "#)]}" or _depth(source, line) > depth or CLAUSE.match(code) is not None


def _words(source: str, lines: list[Span], region: Lines) -> tuple[str, ...]:
    """Give what may stand for a region: the head of a block if the code below it is deeper.

    Where the region stands less deep than the code above it, so may the word with that depth.
    """
    first, last = region
    depth = _depth(source, lines[first])
    below = next((line for line in lines[last + 1 :] if _is_code(source, line)), None)
    words = ("if 1:", *_STAND_INS) if below is not None and _depth(source, below) > depth else _STAND_INS
    above = next((line for line in reversed(lines[:first]) if _is_code(source, line)), None)
    if above is None:
        return words
    inside = source[above.start : above.end].rstrip(SPACES).endswith(":")
    shift = " " * (_depth(source, above) + inside - depth)
    return (*words, *(shift + word for word in words if shift and word))


def _is_code(source: str, line: Span) -> bool:
    return source[line.start : line.end].strip(SPACES)[:1] not in ("", "#")


def _depth(source: str, line: Span) -> int:
    code = source[line.start : line.end]
    return len(code[: len(code) - len(code.lstrip(SPACES))].expandtabs())


def _lines(source: str) -> list[Span]:
    return [Span(*match.span()) for match in _LINE.finditer(source)]


def blanked(source: str, span: Span, *words: str) -> str:
    """Give `source` with all but the line ends of `span` blanked, and the first of `words` that fits into one."""
    start, end = _stripped(source, span)
    empty = _CODE.sub(" ", source[start:end])
    for word in words:
        for line in _LINE.finditer(source, start, end):
            code = line.group().strip(SPACES)
            if len(word) <= len(code):
                at = line.start() + line.group().index(code) - start
                return source[:start] + empty[:at] + word + empty[at + len(word) :] + source[end:]
    return source[:start] + empty + source[end:]


def _stripped(source: str, span: Span) -> Span:
    code = source[span.start : span.end]
    start = span.start + len(code) - len(code.lstrip(SPACES))
    return Span(start, max(start, span.start + len(code.rstrip(SPACES))))
