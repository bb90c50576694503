"""Reading a text that does not parse: its error regions are blanked out, so that the rest can be understood."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from operator import itemgetter

from farandole.source.lexical import SPACES, Span, lex

__all__ = ["SyntaxProblem", "recover"]

# How many characters to parse at most while looking for the errors of one top-level statement.
_EFFORT = 1_000_000
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_RESTART = re.compile(r"(?<=[\r\n])(?:async|class|def|del|import|pass|raise|return|try|while|with)\b")
# What Python says of a line when the statement before it is to blame.
_MISSED = ("expected an indented block", "expected 'except'")
_CODE = re.compile(r"[^\r\n]")
_STAND_INS = ("pass", "0", "")
_HEAD = re.compile(r":[ \t\f]*(?:#.*)?\Z")
_CLAUSE = re.compile(r"(?:else|elif|except|finally)\b")


@dataclass(frozen=True)
class SyntaxProblem:
    """A region of a text that Python does not accept, and what it says about it."""

    span: Span
    message: str


def recover(text: str) -> tuple[str, ast.Module, tuple[SyntaxProblem, ...]]:
    """Give `text` with its error regions blanked, the tree of that, and the regions (none if Python accepts `text`).

    Blanking changes no offset and no line: characters become spaces, and where a statement must stand, `pass`, `if 1:`
    or `0`.
    """
    source = text.encode("utf-8", "replace").decode("utf-8")
    tree = _parsed(source)
    if isinstance(tree, ast.Module):
        return source, tree, ()
    problems: list[SyntaxProblem] = []
    parts: list[str] = []
    for start, end in _top_level(source):
        part, found = _recovered(source[start:end])
        parts.append(part)
        problems += (
            SyntaxProblem(Span(start + each.span.start, start + each.span.end), each.message) for each in found
        )
    blanked = "".join(parts)
    recovered = _parsed(blanked)
    if isinstance(recovered, ast.Module) and problems:
        return blanked, recovered, _merged(source, problems)
    everything = Span(0, len(text))
    return _blanked(source, everything), ast.Module([], []), (SyntaxProblem(everything, str(tree.msg)),)


def _parsed(source: str) -> ast.Module | SyntaxError:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        return error
    except (RecursionError, MemoryError):
        return SyntaxError("the text is nested too deeply to be read")


def _top_level(source: str) -> Iterator[Span]:
    """Give the parts of `source` that begin with a statement at its margin, whole with clauses and decorators."""
    starts = [0]
    base = 0
    while True:
        lexis = lex(source[base:])
        previous = ""
        for row in lexis.rows:
            code = source[base + row.start : base + row.end]
            if code[0] in SPACES:
                # What is deeper than a statement without a block belongs to a block around this stray statement.
                if len(starts) > 1 and previous == source[starts[-1] :][: len(previous)] and not _HEAD.search(previous):
                    starts.pop()
            elif base + row.start > starts[-1] and previous[:1] != "@" and _CLAUSE.match(code) is None:
                starts.append(base + row.start)
            previous = code
        # A bracket that stays open swallows all that follows, up to a word that cannot stand in brackets.
        restarts = (match.start() for match in _RESTART.finditer(source, max(starts[-1], base) + 1))
        restart = next((at for at in restarts if not lexis.in_string(at - base)), None)
        if restart is None:
            return (Span(*pair) for pair in zip(starts, [*starts[1:], len(source)], strict=True))
        starts.append(restart)
        base = restart


def _recovered(source: str) -> tuple[str, list[SyntaxProblem]]:
    """Give `source` with its error regions blanked, and these."""
    problems: list[SyntaxProblem] = []
    lines = [Span(*match.span()) for match in _LINE.finditer(source)]
    attempts = min(3 + _EFFORT // (len(source) + 1), 3 * len(lines))
    while not isinstance(error := _parsed(source), ast.Module):
        if error.lineno is None or len(problems) == attempts:
            everything = Span(0, len(source))
            message = problems[0].message if problems else str(error.msg)
            return _blanked(source, everything, *_STAND_INS), [SyntaxProblem(_stripped(source, everything), message)]
        source, span = _without(source, lines, min(error.lineno, len(lines)) - 1, str(error.msg))
        problems.append(SyntaxProblem(span, str(error.msg)))
    return source, problems


def _without(source: str, lines: list[Span], at: int, message: str) -> tuple[str, Span]:
    """Give `source` with a region around the error in line number `at` blanked that moves the error, and the region."""
    for first, last in _regions(source, lines, at, message):
        span = Span(lines[first].start, lines[last].end)
        words = ("if 1:", *_STAND_INS) if _leads_in(source, lines, first, last) else _STAND_INS
        tries = [_blanked(source, span, word) for word in words]
        moved, blanked = max(((_first_error(each), each) for each in tries), key=itemgetter(0))
        if blanked != source and not first < moved <= last + 1:
            return blanked, _stripped(source, span)
    everything = Span(0, len(source))
    return _blanked(source, everything, *_STAND_INS), _stripped(source, everything)


def _first_error(source: str) -> float:
    """Give the line of the first error of `source`; infinity if there is none, or one that has no line."""
    error = _parsed(source)
    return inf if isinstance(error, ast.Module) or error.lineno is None else error.lineno


def _regions(source: str, lines: list[Span], at: int, message: str) -> Iterator[tuple[int, int]]:
    """Give the ranges of lines to try without: the statement, the line, the statement before, the blocks around."""
    if not message.startswith(_MISSED):
        yield _row(source, lines, at)
        yield at, at
    depth = _depth(source, lines[at])
    before = at
    while before and _is_deeper(source, lines[before - 1], depth):
        before -= 1
    if before:
        yield before - 1, at - 1
    first = at
    while depth:
        while first and _is_deeper(source, lines[first], depth - 1):
            first -= 1
        depth = min(depth - 1, _depth(source, lines[first]))
        last = at
        while last + 1 < len(lines) and _is_deeper(source, lines[last + 1], depth):
            last += 1
        yield first, last


def _row(source: str, lines: list[Span], at: int) -> tuple[int, int]:
    """Give the lines of the logical line that holds line number `at`, or this line alone where a bracket stays open."""
    rows = lex(source + "\n0").rows[:-1]
    for row in rows:
        if row.start <= lines[at].start < row.end:
            starts = [line.start for line in lines]
            return bisect_left(starts, row.start), bisect_left(starts, row.end) - 1
    return at, at


def _is_deeper(source: str, line: Span, depth: int) -> bool:
    """Tell whether a line is indented by more than `depth`, is blank or a comment, or goes on with a statement."""
    code = source[line.start : line.end].strip(SPACES)
    return not code or code[0] in "#)]}" or _depth(source, line) > depth or _CLAUSE.match(code) is not None


def _leads_in(source: str, lines: list[Span], first: int, last: int) -> bool:
    """Tell whether the code below a range of lines is deeper than it."""
    for line in lines[last + 1 :]:
        if source[line.start : line.end].strip(SPACES)[:1] not in ("", "#"):
            return _depth(source, line) > _depth(source, lines[first])
    return False


def _depth(source: str, line: Span) -> int:
    code = source[line.start : line.end]
    return len(code[: len(code) - len(code.lstrip(SPACES))].expandtabs())


def _blanked(source: str, span: Span, *words: str) -> str:
    """Give `source` with all but the line ends of `span` blanked, and the first of `words` that fits at its start."""
    start, end = _stripped(source, span)
    line = _LINE.match(source, start, end)
    room = 0 if line is None else len(line.group().rstrip(SPACES))
    word = next((word for word in words if len(word) <= room), "")
    return source[:start] + word + _CODE.sub(" ", source[start + len(word) : end]) + source[end:]


def _stripped(source: str, span: Span) -> Span:
    code = source[span.start : span.end]
    start = span.start + len(code) - len(code.lstrip(SPACES))
    return Span(start, max(start, span.start + len(code.rstrip(SPACES))))


def _merged(source: str, problems: list[SyntaxProblem]) -> tuple[SyntaxProblem, ...]:
    """Give the problems by their place; what follows on a problem without code between is a consequence of it."""
    found: list[SyntaxProblem] = []
    for problem in sorted(problems, key=lambda problem: (problem.span.start, -problem.span.end)):
        if found and not source[found[-1].span.end : problem.span.start].strip(SPACES):
            span = Span(found[-1].span.start, max(found[-1].span.end, problem.span.end))
            found[-1] = SyntaxProblem(span, found[-1].message)
        else:
            found.append(problem)
    return tuple(found)
