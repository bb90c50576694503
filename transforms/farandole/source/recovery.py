"""Reading a text that does not parse: part by part, so that what is around its errors can be understood."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from farandole.source.errors import (
    CLAUSE,
    LEAD,
    SyntaxProblem,
    blanked,
    parsed,
    parsed_at,
    with_closed_strings,
    without_errors,
)
from farandole.source.lexical import SPACES, Span, lex

__all__ = ["Parts", "Reading", "SyntaxProblem", "recover"]

_NEWLINE = re.compile(r"\r\n|\r|\n")
_RESTARTS = r"(?:@[^\W\d]|(?:async|class|def|del|import|pass|raise|return|try|while|with)\b)"
_HEAD_END = re.compile(r":[ \t\f]*(?:#.*)?\Z")
_DEFINITION = re.compile(r"(?:async[ \t]+)?(?:class|def)\b")
_MARGIN = re.compile(r"[ \t]*")

Parts = Mapping[tuple[int, str], list[ast.stmt]]
"""The statements of parts of a text that Python accepts, by the first line of each part and its text."""


@dataclass(frozen=True, eq=False)
class Reading:
    """A text with its `problems` blanked, the tree of that, and the `parts` that it was put together from.

    Blanking changes no offset and no line: characters become spaces, and where a statement must stand, `pass`, `if 1:`
    or `0`.
    """

    source: str
    tree: ast.Module
    problems: tuple[SyntaxProblem, ...]
    parts: Parts


class _Place(NamedTuple):
    """Where a part of a text begins: its offset, and its line from 0."""

    offset: int
    line: int

    def after(self, text: str) -> _Place:
        """Give the place after a text that begins here."""
        return _Place(self.offset + len(text), self.line + len(_NEWLINE.findall(text)))


def recover(text: str, name: str, known: Parts) -> Reading:
    """Read a text, and of one that Python does not accept as much as can be understood.

    `known` are the parts of an earlier text of the same file; they are not read again where they are as they were.
    `name` is the file's, by which parso knows the parts with errors.
    """
    source = text.encode("utf-8", "replace").decode("utf-8")
    tree = parsed(source)
    if isinstance(tree, ast.Module):
        return Reading(source, tree, (), known)
    closed, problems = with_closed_strings(source)
    told = tree.lineno - 1 if tree.lineno is not None and closed == source else -1
    reader = _Reader(name, known, told, problems=problems)
    read = reader.block(closed, 0, _Place(0, 0), "")
    if read is None or not reader.problems:
        everything = Span(0, len(text))
        problem = SyntaxProblem(everything, str(tree.msg))
        return Reading(blanked(source, everything), ast.Module([], []), (problem,), {})
    new, body = read
    return Reading(new, ast.Module(body, []), _merged(source, reader.problems), reader.parts)


@dataclass
class _Reader:
    """Reads the parts of a text, with what is known of an earlier one, and collects them and their problems.

    `told` is the line of Python's first error in the whole, from 0; -1 if there is none.
    """

    name: str
    known: Parts
    told: int
    parts: dict[tuple[int, str], list[ast.stmt]] = field(default_factory=dict)
    problems: list[SyntaxProblem] = field(default_factory=list)

    def block(self, source: str, begin: int, at: _Place, margin: str) -> tuple[str, list[ast.stmt]] | None:
        """Give the text of the block from `begin` to the end of `source` without its errors, and its statements.

        These stand at `margin`. None if a part of it is none by itself.
        """
        texts: list[str] = []
        body: list[ast.stmt] = []
        for start, end in _members(source, begin, margin):
            part = self._part(source[start:end], at, margin)
            if part is None:
                return None
            text, statements = part
            self.parts[at.line, text] = statements
            texts.append(text)
            body += statements
            at = at.after(text)
        return "".join(texts), body

    def _part(self, source: str, at: _Place, margin: str) -> tuple[str, list[ast.stmt]] | None:
        statements = self.known.get((at.line, source))
        if statements is not None:
            return source, statements
        # A definition that holds the first error need not be read as a whole to know that it has one.
        readings = [self._whole, self._definition]
        if at.line <= self.told < at.after(source).line:
            readings.reverse()
        for reading in readings:
            if (found := reading(source, at, margin)) is not None:
                return found
        new, problems = without_errors(source, f"{self.name}.{at.line}", margin)
        self.problems += (
            SyntaxProblem(Span(at.offset + each.span.start, at.offset + each.span.end), each.message)
            for each in problems
        )
        return self._whole(new, at, margin)

    def _whole(self, source: str, at: _Place, margin: str) -> tuple[str, list[ast.stmt]] | None:
        statements = _statements(source, at.line, margin)
        return None if statements is None else (source, statements)

    def _definition(self, source: str, at: _Place, margin: str) -> tuple[str, list[ast.stmt]] | None:
        """Read a class or a function with errors in its body only, statement by statement; None if it is no such."""
        found = _head_and_margin(source, margin)
        if found is None:
            return None
        head, inner = found
        statements = _statements(f"{head}{inner}pass", at.line, margin)
        if statements is None or len(statements) != 1:
            return None
        definition = statements[0]
        assert isinstance(definition, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        before = tuple(self.problems)
        read = self.block(source, len(head), at.after(head), inner)
        if read is None or not read[1] or len(self.problems) == len(before):
            self.problems[:] = before
            return None
        text, body = read
        definition.body = body
        definition.end_lineno, definition.end_col_offset = body[-1].end_lineno, body[-1].end_col_offset
        return head + text, [definition]


def _statements(source: str, line: int, margin: str) -> list[ast.stmt] | None:
    """Give the statements of a part whose first line is line number `line`, from 0; None if Python does not accept it.

    `margin` is where they stand, which is not the text's margin for those of a block.
    """
    if not margin:
        tree = parsed("\n" * line + source)
        return tree.body if isinstance(tree, ast.Module) else None
    tree = parsed_at("\n" * (line - 1) + LEAD + source, margin)
    if isinstance(tree, ast.Module) and len(tree.body) == 1 and isinstance(tree.body[0], ast.If):
        return tree.body[0].body
    return None


def _head_and_margin(source: str, margin: str) -> tuple[str, str] | None:
    """Give the head of the definition at `margin` that a part is, with its decorators, and the margin of its body.

    None if the part is something else, or not all lines of the body stand at that margin or deeper.
    """
    rows = lex(source).rows
    heads = [row for row in rows if not source.startswith(margin + "@", row.start)][:1]
    for row in heads:
        code = source[row.start : row.end]
        inside = [each for each in rows if each.start > row.start]
        if not inside or not _DEFINITION.match(code, len(margin)) or not _HEAD_END.search(code):
            return None
        inner = _margin(source, inside[0].start)
        if len(inner) <= len(margin) or not all(_margin(source, each.start).startswith(inner) for each in inside):
            return None
        newline = _NEWLINE.match(source, row.end)
        return None if newline is None else (source[: newline.end()], inner)
    return None


def _margin(source: str, start: int) -> str:
    match = _MARGIN.match(source, start)
    return "" if match is None else match.group()


def _members(source: str, begin: int, margin: str) -> Iterator[Span]:
    """Give the parts of the block from `begin` to the end of `source`.

    Each begins with a statement at `margin`; clauses and decorators belong to their statements.
    """
    restart_at = re.compile(rf"(?<=[\r\n]){margin}{_RESTARTS}")
    starts = [begin]
    base = 0
    while True:
        lexis = lex(source[base:])
        previous = ""
        for row in lexis.rows:
            start = base + row.start
            if start < begin:
                continue
            code = source[start + len(margin) : base + row.end]
            if code[:1] in SPACES or not source.startswith(margin, start):
                # What is deeper than a statement without a block belongs to a block around this stray statement.
                last = source[starts[-1] + len(margin) :]
                if len(starts) > 1 and previous == last[: len(previous)] and not _HEAD_END.search(previous):
                    starts.pop()
            elif start > starts[-1] and previous[:1] != "@" and CLAUSE.match(code) is None:
                starts.append(start)
            previous = code
        # A bracket that stays open swallows all that follows, up to a word that cannot stand in brackets.
        restarts = (match.start() for match in restart_at.finditer(source, max(starts[-1], base) + 1))
        rows = {base + row.start for row in lexis.rows}
        restart = next((at for at in restarts if at not in rows and not lexis.in_string(at - base)), None)
        if restart is None:
            return (Span(*pair) for pair in zip(starts, [*starts[1:], len(source)], strict=True))
        starts.append(restart)
        base = restart


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
