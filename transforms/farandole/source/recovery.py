"""Reading a text that does not parse: its error regions are blanked out, so that the rest can be understood."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import parso
from parso.tree import BaseNode, NodeOrLeaf

from farandole.source.lexical import Span

__all__ = ["SyntaxProblem", "recover"]

_ATTEMPTS = 200
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


@dataclass(frozen=True)
class SyntaxProblem:
    """A region of a text that Python does not accept, and what it says about it."""

    span: Span
    message: str


def recover(text: str) -> tuple[str, ast.Module, tuple[SyntaxProblem, ...]]:
    """Gives `text` with its error regions blanked, the tree of that, and the regions (none if Python accepts `text`).

    Blanking changes no offset and no line: letters become spaces, and where a statement must stand, `pass`,
    `if 1:` or `0`. Python decides what is an error, parso how far the statement around it goes.
    """
    source = text.encode("utf-8", "replace").decode("utf-8")
    problems: list[SyntaxProblem] = []
    for _ in range(_ATTEMPTS):
        tree = _parsed(source)
        if isinstance(tree, ast.Module):
            return source, tree, _merged(problems)
        if tree.lineno is None:
            break
        source, span = _without_error(source, tree.lineno)
        problems.append(SyntaxProblem(span, str(tree.msg)))
    message = problems[0].message if problems else str(tree.msg)
    return _blank(text, Span(0, len(text)), ""), ast.Module([], []), (SyntaxProblem(Span(0, len(text)), message),)


def _parsed(source: str) -> ast.Module | SyntaxError:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        return error
    except (RecursionError, MemoryError):
        return SyntaxError("the text is nested too deeply to be read")


def _without_error(source: str, line: int) -> tuple[str, Span]:
    """`source` with a region around the error on `line` blanked, the smallest one that moves the error on."""
    lines = [Span(match.start(), match.end()) for match in _LINE.finditer(source) if match.end() > match.start()]
    at = min(line, len(lines)) - 1
    for first, last in _regions(source, lines, at):
        span = Span(lines[first].start, lines[last].end)
        deeper = last + 1 < len(lines) and _depth(source, _next_code(source, lines, last + 1)) > _depth(
            source, lines[first]
        )
        for stand_in in ("if 1:", "pass") if deeper else ("pass", ""):
            blanked = _blank(source, span, stand_in)
            tree = _parsed(blanked)
            if isinstance(tree, ast.Module) or tree.lineno is None or tree.lineno > last + 1:
                return blanked, _stripped(source, span)
    span = Span(0, lines[-1].end)
    return _blank(source, span, ""), span


def _regions(source: str, lines: list[Span], at: int) -> Iterator[tuple[int, int]]:
    """Line ranges to give up, from small to large: the statement, then the blocks that hold it."""
    top = at
    while top and not _opens_statement(source, lines[top], 0):
        top -= 1
    bottom = at + 1
    while bottom < len(lines) and not _opens_statement(source, lines[bottom], 0):
        bottom += 1
    yield from _error_statements(source[lines[top].start : lines[bottom - 1].end], top, at)
    yield at, at
    first = at
    while first > top:
        depth = _depth(source, lines[first])
        while first > top and not _opens_statement(source, lines[first], max(depth - 1, 0)):
            first -= 1
        last = at + 1
        while last < bottom and not _opens_statement(source, lines[last], _depth(source, lines[first])):
            last += 1
        yield first, last - 1
        if _depth(source, lines[first]) == 0:
            break
    yield top, bottom - 1
    yield top, len(lines) - 1


def _error_statements(chunk: str, top: int, at: int) -> Iterator[tuple[int, int]]:
    """The line ranges of parso's error regions in `chunk` that hold line `at`; `top` is the first line of `chunk`."""
    pending: list[NodeOrLeaf] = [parso.parse(chunk)]
    while pending:
        node = pending.pop()
        if node.type in ("error_node", "error_leaf"):
            first, last = top + node.start_pos[0] - 1, top + node.end_pos[0] - 1
            if node.end_pos[1] == 0 and last > first:
                last -= 1
            if first <= at <= last:
                yield first, last
        elif isinstance(node, BaseNode):
            pending.extend(node.children)


def _opens_statement(source: str, line: Span, depth: int) -> bool:
    """Whether a line that is indented by at most `depth` begins a statement, not a clause, bracket or comment."""
    code = source[line.start : line.end].strip()
    if not code or code[0] in "#)]}" or _depth(source, line) > depth:
        return False
    return re.match(r"(?:else|elif|except|finally)\b", code) is None


def _next_code(source: str, lines: list[Span], index: int) -> Span:
    while index + 1 < len(lines) and source[lines[index].start : lines[index].end].strip()[:1] in ("", "#"):
        index += 1
    return lines[index]


def _depth(source: str, line: Span) -> int:
    code = source[line.start : line.end]
    return len(code[: len(code) - len(code.lstrip())].expandtabs())


def _blank(source: str, span: Span, stand_in: str) -> str:
    """`source` with all but the line ends of `span` blanked, and `stand_in` where its first statement was."""
    content = _stripped(source, span)
    blanks = re.sub(r"[^\r\n\t\f]", " ", source[span.start : span.end])
    room = re.search(r"[\r\n]", source[content.start : content.end])
    size = room.start() if room else content.end - content.start
    word = stand_in if len(stand_in) <= size else "0"[: size if stand_in else 0]
    at = content.start - span.start
    return source[: span.start] + blanks[:at] + word + blanks[at + len(word) :] + source[span.end :]


def _stripped(source: str, span: Span) -> Span:
    code = source[span.start : span.end]
    return Span(span.start + len(code) - len(code.lstrip()), max(span.start, span.start + len(code.rstrip())))


def _merged(problems: list[SyntaxProblem]) -> tuple[SyntaxProblem, ...]:
    """The problems by their place; one that lies within another is left out."""
    found: list[SyntaxProblem] = []
    for problem in sorted(problems, key=lambda problem: (problem.span.start, -problem.span.end)):
        if not found or problem.span.end > found[-1].span.end:
            found.append(problem)
    return tuple(found)
