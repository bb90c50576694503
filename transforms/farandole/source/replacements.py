"""Making edits in a text: their order, and what the text needs when all of them are in it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import NamedTuple

from farandole.source.document import Document
from farandole.source.edit import Edit
from farandole.source.folding import folds
from farandole.source.lexical import Lexis, Span, after_trivia, lex

__all__ = ["attributed", "replacements"]


def replacements(document: Document, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Give what `edits`, which do not contradict each other, change: plain replacements, in order.

    Text goes in first; the result then shows which lines to put deeper, and which lines and commas are left over.
    """
    return tuple(_differences(document.text, _pieces(document, edits)))


def attributed(document: Document, edits: tuple[Edit, ...]) -> tuple[tuple[Edit, Edit | None], ...]:
    """Give what `replacements` gives, in parts that each come from one of `edits`; None with what follows from several.

    Parts at one offset are to be made in their order.
    """
    return tuple(_parts(document, _pieces(document, edits)))


def _pieces(document: Document, edits: tuple[Edit, ...]) -> Iterator[_Piece]:
    """Give the pieces of the new text: all edits are made, then it is tidied up, then long lines are broken."""
    pieces, marks = _made(document.text, _in_order(_with_pass(document, edits)))
    tidy = list(_spliced(pieces, _tidied(_source(document, pieces), marks, document.indent)))
    return _spliced(tidy, _folded(document, tidy))


def _folded(document: Document, pieces: Sequence[_Piece]) -> list[_Made]:
    """Tell where the new text needs line ends, since lines with new text are too long.

    All that breaks the lines of one statement comes from one edit, since parentheses must not be parted. Where there
    are none, a space that becomes a line end stays with the edit that has brought it.
    """
    new: list[Span] = []
    makers: list[Edit | None] = []
    length = 0
    for piece in pieces:
        if piece.origin is None and piece.text:
            new.append(Span(length, length + len(piece.text)))
            makers.append(piece.maker)
        length += len(piece.text)
    if not new:
        return []
    lexis = lex(_source(document, pieces))
    ends = [span.end for span in new]

    def bringer(edit: Edit) -> Edit | None:
        index = bisect_left(ends, edit.end)
        return makers[index] if edit.start < edit.end and index < len(new) and new[index].start <= edit.start else None

    found: list[_Made] = []
    broken = folds(lexis, new, document.line_length, document.indent, document.newline)
    for row, group in groupby(broken, key=lambda edit: lexis.row(edit.start).start):
        edits = list(group)
        first = next((maker for maker in makers[bisect_left(ends, row) :] if maker is not None), None)
        parted = any(edit.text.strip(", \t\r\n\\") for edit in edits)
        found += (_Made(edit, (None if parted else bringer(edit)) or first) for edit in edits)
    return found


def _source(document: Document, pieces: Iterable[_Piece]) -> str:
    return "".join(_in_source(document, piece) for piece in pieces)


class _Piece(NamedTuple):
    """A part of a new text: old text from `origin`, or new text, of the edit `maker`."""

    text: str
    origin: int | None
    maker: Edit | None = None


class _Made(NamedTuple):
    """A change of the new text, and the edit that it comes from, if it comes from one."""

    change: Edit
    maker: Edit | None


class _Mark(NamedTuple):
    """An edit, and the part of the new text that it is about."""

    edit: Edit
    span: Span


def _in_source(document: Document, piece: _Piece) -> str:
    return piece.text if piece.origin is None else document.source[piece.origin : piece.origin + len(piece.text)]


def _with_pass(document: Document, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Give `edits` with `pass` in the place of the last statement of each block that they leave empty."""
    removals = {edit.start: edit for edit in edits if edit.trim == "line"}
    if not removals:
        return edits
    removed = [stmt for stmt in document.statements if document.span(stmt).start in removals]
    blocks = [document.block(stmt) for stmt in removed]
    levels = [Span(edit.start, edit.deepens[0]) for edit in edits if edit.deepens]
    blocks += [[stmt for stmt in block if _holds(level, document.span(stmt))] for level in levels for block in blocks]
    for block in blocks:
        starts = [document.span(stmt).start for stmt in block]
        if starts and all(start in removals for start in starts) and not document.is_elif(block[0]):
            removals[starts[-1]] = replace(removals[starts[-1]], text="pass", trim="")
    return tuple(removals[edit.start] if edit.trim == "line" else edit for edit in edits)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Order edits by their place, and give the ends of deeper lines as edits without text.

    At one offset comes first what closes, then what stands alone, then what opens, then what replaces.
    """
    edits = tuple(edits)
    ends = (Edit(edit.deepens[0], edit.deepens[0], "", reach=-edit.deepens[1]) for edit in edits if edit.deepens)

    def place(numbered: tuple[int, Edit]) -> tuple[int, ...]:
        number, edit = numbered
        if edit.start < edit.end:
            return edit.start, 3
        if edit.reach < 0:
            return edit.start, 0, -edit.reach, edit.layer, number
        if edit.reach > 0:
            return edit.start, 2, -edit.reach, -edit.layer, -number
        return edit.start, 1, edit.layer, number

    return [edit for _, edit in sorted(enumerate(chain(edits, ends)), key=place)]


def _made(text: str, edits: list[Edit]) -> tuple[list[_Piece], list[_Mark]]:
    """Give the pieces of `text` with `edits` made, and the places where more is to be done."""
    pieces: list[_Piece] = []
    marks: list[_Mark] = []
    levels: list[tuple[Edit, int]] = []
    position = length = 0
    previous = Edit(-1, -1, "")
    for edit in edits:
        glued = edit.glue and (edit.start, edit.end, edit.glue) == (previous.start, previous.end, previous.glue)
        addition = edit.glue + edit.text if glued else edit.text
        kept = text[position : edit.start]
        pieces += (_Piece(kept, position), _Piece(addition, None, edit))
        length += len(kept) + len(addition)
        position = edit.end
        previous = edit
        if edit.deepens:
            levels.append((edit, length))
        elif edit.trim:
            marks.append(_Mark(edit, Span(length, length)))
        elif not edit.text:
            ended = [level for level in levels if level[0].deepens == (edit.start, -edit.reach)]
            marks += (_Mark(level, Span(start, length)) for level, start in ended)
            levels = [level for level in levels if level not in ended]
    return [*pieces, _Piece(text[position:], position)], marks


_BLANK_LINE = re.compile(r"[ \t\f]*(?:\r\n|\r|\n|\Z)")
_BLANKS = re.compile(r"[ \t\f]*")
_EMPTY = re.compile(r"[\s,]*")
_NEWLINE = re.compile(r"\r\n|\r|\n")


def _tidied(text: str, marks: list[_Mark], indent: str) -> list[_Made]:
    """Tell what the new text still needs, in order: commas and blank lines out, lines deeper."""
    if not marks:
        return []
    lexis = lex(text)
    cuts: list[Span] = []
    for edit, span in marks:
        if edit.trim == "item":
            cuts += _comma(lexis, span.start, cuts)
            cuts += _emptied(lexis, span.start, cuts)
    for edit, span in marks:
        if edit.trim:
            cuts += _blank_line(lexis, span.start, cuts)
    deeper = (at for edit, span in marks if edit.deepens for at in _deeper(lexis, span, indent))
    found = [Edit(start, end, "") for start, end in _joined(cuts)]
    found += (Edit(at, at, indent) for at in deeper if _at(cuts, at) is None)
    return [_Made(edit, None) for edit in sorted(found, key=lambda edit: (edit.start, edit.end))]


def _comma(lexis: Lexis, at: int, cuts: list[Span]) -> Iterator[Span]:
    """Find the comma that has no item any more at `at`."""
    text = lexis.source
    before, after = _left_around(lexis, at, cuts)
    if text[after : after + 1] == text[before - 1] == "," and _NEWLINE.search(text, before, after) is None:
        yield Span(before, after + 1)
    elif text[after : after + 1] == "," and text[before - 1] in "([{,":
        blanks = _end(_BLANKS, text, after + 1)
        yield Span(after, after + 1 if text[blanks : blanks + 1] in ("", "\r", "\n", "#") else blanks)
    elif text[before - 1] == "," and _NEWLINE.search(text, before, at) is None:
        yield Span(before - 1, at)


def _emptied(lexis: Lexis, at: int, cuts: list[Span]) -> Iterator[Span]:
    """Find what stands around `at` between brackets that hold nothing any more, not even a comment."""
    text = lexis.source
    before, after = _left_around(lexis, at, cuts)
    brackets = text[before - 1 : before] + text[after : after + 1]
    if brackets in ("()", "[]", "{}") and _EMPTY.fullmatch(text, before, after) is not None:
        yield Span(before, after)


def _left_around(lexis: Lexis, at: int, cuts: list[Span]) -> Span:
    """Give where the last token before `at` ends that is not cut, and where the next one begins."""
    after = after_trivia(lexis.source, at)
    while (cut := _at(cuts, after)) is not None:
        after = after_trivia(lexis.source, cut.end)
    before = lexis.before_trivia(at)
    while (cut := _at(cuts, before - 1)) is not None:
        before = lexis.before_trivia(cut.start)
    return Span(before, after)


def _blank_line(lexis: Lexis, at: int, cuts: list[Span]) -> Iterator[Span]:
    """Find the line at `at`, if nothing but cuts and blanks is on it."""
    text = lexis.source
    start = _line(text, at)
    end = _end(_BLANKS, text, start)
    while (cut := _at(cuts, end)) is not None:
        end = _end(_BLANKS, text, cut.end)
    if _BLANK_LINE.match(text, end) is not None:
        yield Span(start, _end(_BLANK_LINE, text, end))


def _deeper(lexis: Lexis, span: Span, indent: str) -> Iterator[int]:
    """Tell where the lines that begin within `span` become deeper by `indent`: after the margin of what is around."""
    text = lexis.source
    margin = _margin(text, _line(text, span.start)).removesuffix(indent)
    for newline in _NEWLINE.finditer(text, span.start, span.end):
        line = newline.end()
        if line < span.end and not lexis.in_string(line) and _BLANK_LINE.match(text, line) is None:
            own = _margin(text, line)
            yield _end(_BLANKS, text, line) - len(own) + (len(margin) if own.startswith(margin) else 0)


def _at(cuts: list[Span], offset: int) -> Span | None:
    return next((cut for cut in cuts if cut.start <= offset < cut.end), None)


def _joined(cuts: list[Span]) -> list[Span]:
    """Give `cuts` in order, those that meet as one."""
    found: list[Span] = []
    for cut in sorted(cuts):
        if found and cut.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, cut.end))
        else:
            found.append(cut)
    return found


def _line(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def _margin(text: str, line: int) -> str:
    return text[line : _end(_BLANKS, text, line)].rpartition("\f")[2]


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return position if match is None else match.end()


def _spliced(pieces: list[_Piece], made: list[_Made]) -> Iterator[_Piece]:
    """Make changes, whose offsets are those of the text that `pieces` make up, and which are in order."""
    waiting = list(reversed(made))
    position = 0
    for piece in pieces:
        done, end = position, position + len(piece.text)
        while waiting and waiting[-1].change.start < end:
            edit, maker = waiting.pop()
            yield _cut(piece, done - position, edit.start - position)
            yield _Piece(edit.text, None, maker)
            done = min(edit.end, end)
            if edit.end > end:
                waiting.append(_Made(Edit(end, edit.end, ""), maker))
        yield _cut(piece, done - position, len(piece.text))
        position = end
    yield from (_Piece(edit.text, None, maker) for edit, maker in reversed(waiting))  # after the last character


def _cut(piece: _Piece, start: int, end: int) -> _Piece:
    return _Piece(piece.text[start:end], None if piece.origin is None else piece.origin + start, piece.maker)


def _differences(old: str, pieces: Iterable[_Piece]) -> Iterator[Edit]:
    """Give the changes that make `pieces` of `old`."""
    position = 0
    text = ""
    for piece in pieces:
        if piece.origin is None:
            text += piece.text
        elif piece.text:
            if text != old[position : piece.origin]:
                yield Edit(position, piece.origin, text)
            position, text = piece.origin + len(piece.text), ""
    if text != old[position:]:
        yield Edit(position, len(old), text)


def _parts(document: Document, pieces: Iterable[_Piece]) -> Iterator[tuple[Edit, Edit | None]]:
    """Give the changes that make `pieces` of the text of `document`, one for each edit that made some of them."""
    position = 0
    new: list[_Piece] = []
    for piece in (*pieces, _Piece("", len(document.text))):
        if piece.origin is None:
            new.append(piece)
        elif piece.text or piece.origin == len(document.text):
            if "".join(each.text for each in new) != document.text[position : piece.origin]:
                yield from _change(position, piece.origin, new)
            position, new = piece.origin + len(piece.text), []


def _change(start: int, end: int, new: list[_Piece]) -> Iterator[tuple[Edit, Edit | None]]:
    """Give the parts of one change: the first takes the old text away, the others stand after it."""
    parts: list[tuple[str, Edit | None]] = []
    for piece in new:
        if parts and piece.maker in (None, parts[-1][1]):
            parts[-1] = (parts[-1][0] + piece.text, parts[-1][1])
        elif parts and parts[-1][1] is None:
            parts[-1] = (parts[-1][0] + piece.text, piece.maker)
        else:
            parts.append((piece.text, piece.maker))
    parts = [part for part in parts if part[0]] or parts[:1] or [("", None)]
    for text, maker in parts:
        yield Edit(start, end, text), maker
        start = end
