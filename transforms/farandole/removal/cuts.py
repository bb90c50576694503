"""What is cut out of a text: ranges of it, with what little takes their place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from farandole.source import Document, Edit, Span

_REST_OF_LINE = re.compile(r"[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|\Z)")
_BLANK = re.compile(r"[ \t\f]*(?:\r\n|\r|\n|\Z)")
_ABOUT_HOROVOD = re.compile(r"#\s*(?:\(optional\)\s*)?Horovod:", re.IGNORECASE)
_FURTHER = re.compile(r"#(?!\s*(?:\(optional\)\s*)?Horovod:)(?: |[ \t]*$)", re.MULTILINE)
_INITIALISED = re.compile(r"\w+\.init\(\)")


@dataclass(frozen=True, order=True)
class Cut:
    """A range of a text that goes, and the text in its place."""

    start: int
    end: int
    text: str = ""


def whole_lines(document: Document, span: Span) -> Cut | None:
    """Give the cut of the lines of a span with their comments and line ends; None when other code shares a line."""
    line, _ = document.position(span.start)
    start = document.offset(line, 0)
    rest = _REST_OF_LINE.match(document.source, span.end)
    if document.source[start : span.start].strip() or rest is None:
        return None
    return Cut(start, rest.end())


def statement_cut(document: Document, span: Span) -> Cut:
    """Give the cut of a statement with its lines, or with its semicolon where it shares a line."""
    lines = whole_lines(document, span)
    if lines is not None:
        return lines
    after = re.compile(r"[ \t\f]*;[ \t\f]*").match(document.source, span.end)
    if after is not None and not _REST_OF_LINE.fullmatch(document.source, after.end()):
        return Cut(span.start, after.end())
    before = re.compile(r"[ \t\f]*;[ \t\f]*\Z").search(document.source, 0, span.start)
    return Cut(before.start() if before else span.start, span.end)


def comments_about_horovod(document: Document) -> Iterator[Cut]:
    """Yield the cuts of comments that begin with `Horovod:`, as its examples have them, with their further lines."""
    starts = {start: end for end, start in document.lexis.comments.items()}
    taken = -1
    for start, end in sorted(starts.items()):
        if start <= taken or not _ABOUT_HOROVOD.match(document.source, start):
            continue
        lines = whole_lines(document, Span(start, end))
        if lines is None:
            blanks = len(document.source[:start]) - len(document.source[:start].rstrip(" \t"))
            yield Cut(start - blanks, end)
            continue
        while (more := _own_comment(document, lines.end, starts)) is not None and _FURTHER.match(document.source, more):
            following = whole_lines(document, Span(more, starts[more]))
            assert following is not None
            lines = Cut(lines.start, following.end)
        taken = lines.end
        yield lines


def _own_comment(document: Document, line: int, starts: dict[int, int]) -> int | None:
    """Give the start of the comment that a line consists of."""
    blanks = len(re.compile(r"[ \t]*").match(document.source, line).group())  # type: ignore[union-attr]
    return line + blanks if line + blanks in starts else None


def edits(document: Document, cuts: Iterable[Cut]) -> tuple[Edit, ...]:
    """Give the edits for cuts that may hold one another: the outer one counts, and lines apart stay as far apart."""
    united = _united(_apart(document, _united(cuts)))
    return tuple(Edit(each.start, each.end, each.text) for each in united)


def _united(cuts: Iterable[Cut]) -> list[Cut]:
    """Give cuts without those within others, and as one where they meet."""
    united: list[Cut] = []
    for cut in sorted(set(cuts), key=lambda each: (each.start, -each.end)):
        last = united[-1] if united else None
        if last is not None and cut.end <= last.end and (cut.start, cut.end) != (last.end, last.end):
            continue
        if last is not None and cut.start <= last.end and not (last.text or cut.text):
            united[-1] = Cut(last.start, cut.end)
        else:
            united.append(cut)
    return united


def _apart(document: Document, cuts: Iterable[Cut]) -> Iterator[Cut]:
    """Yield cuts, those of whole lines with the blank lines on one side of them that are then too many."""
    for cut in cuts:
        at_line = document.position(cut.start)[1] == 0
        if not at_line or cut.text or not (document.position(cut.end)[1] == 0 or cut.end == len(document.text)):
            yield cut
            continue
        after = list(takewhile(bool, _blank_lines(document, cut.end)))
        before = list(takewhile(bool, _blank_lines_before(document, cut.start)))
        first = cut.start - sum(map(len, before))
        opens = _opens_block(document, first)
        if (
            len(before) == 1
            and not after
            and _INITIALISED.match(document.source, cut.start)
            and _ends_imports(document, first)
        ):
            yield Cut(first, cut.end)
            continue
        surplus = len(after) if opens else min(len(before), len(after))
        if cut.end == len(document.text):
            yield Cut(cut.start - sum(map(len, before)), cut.end)
        elif opens or len(after) <= len(before):
            yield Cut(cut.start, cut.end + sum(map(len, after[:surplus])))
        else:
            yield Cut(cut.start - sum(map(len, before[:surplus])), cut.end)


def _blank_lines(document: Document, offset: int) -> Iterator[str]:
    while offset < len(document.source) and (match := _BLANK.match(document.source, offset)) is not None:
        yield match.group()
        offset = match.end()


def _blank_lines_before(document: Document, offset: int) -> Iterator[str]:
    line, _ = document.position(offset)
    while line > 1:
        line -= 1
        start = document.offset(line, 0)
        text = document.source[start:offset]
        if text.strip():
            return
        yield text
        offset = start


def _ends_imports(document: Document, offset: int) -> bool:
    """Say whether an import ends where a line begins."""
    return any(
        isinstance(node, ast.Import | ast.ImportFrom)
        and document.lexis.before_trivia(offset) == document.span(node).end
        for node in document.tree.body
    )


def _opens_block(document: Document, offset: int) -> bool:
    """Say whether a line is the first of a block, of a list, or of the text."""
    before = document.lexis.before_trivia(offset)
    return before == 0 or document.source[before - 1] in ":([{"
