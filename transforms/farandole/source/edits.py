"""Changes of texts: made apart from each other, put together in a set, applied at once."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from farandole.source.document import Document
from farandole.source.lexical import Lexis, Span, after_trivia, lex

__all__ = ["Edit", "EditConflict", "EditSet"]


class EditConflict(Exception):
    """Edits that contradict each other, or one that cannot be made safely; `str()` of it says why."""


@dataclass(frozen=True)
class Edit:
    """`text` in the place of what stands from `start` to `end`.

    Insertions at one offset are ordered by `layer`, then as they were given. An edit that is `once` and is brought
    several times is made once. The other fields are for `farandole.source.layout`:

    - `reach`: how far the text reaches that an insertion embraces, to the right (it opens) or, negative, to the left
      (it closes). What embraces more stands further out, and so does a higher layer. For a replacement: how much
      further than its end an insertion must reach to stand outside of it.
    - `glue`: put between two insertions at one offset that have the same.
    - `deepens`: lines up to this offset are one level deeper; insertions at it that reach back at most this far too.
    - `trim`: what goes with a removed text: its line, if that becomes blank, or the comma of a list's item.
    - `binds`: the text is right only for the precedence of what it now stands at.
    """

    start: int
    end: int
    text: str
    layer: int = 0
    once: bool = False
    reach: int = 0
    glue: str = ""
    deepens: tuple[int, int] | None = None
    trim: Literal["", "line", "item"] = ""
    binds: bool = False


@dataclass(frozen=True)
class EditSet:
    """Edits of files that do not contradict each other.

    `edits` are the edits as they were made. What they change in a text is known only when they are together:
    `changes` tells it, `apply` does it.
    """

    edits: Mapping[Path, tuple[Edit, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for edits in self.edits.values():
            _check(edits)

    @classmethod
    def of(cls, document: Document, edits: Iterable[Edit]) -> EditSet:
        """The set of edits of one document; EditConflict if they contradict each other or touch a syntax error."""
        found = _united(tuple(edits))
        for edit in found:
            for problem in document.errors:
                end = max(edit.end, edit.start + 1, edit.deepens[0] if edit.deepens else 0)
                if edit.start < problem.span.end and problem.span.start < end:
                    line, _ = document.position(edit.start)
                    raise EditConflict(f"{document.path}:{line}: an edit would touch a syntax error: {problem.message}")
        return cls(MappingProxyType({document.path: found} if found else {}))

    @classmethod
    def empty(cls) -> EditSet:
        """The set without edits."""
        return cls()

    @classmethod
    def union(cls, sets: Iterable[EditSet]) -> EditSet:
        """The edits of all sets; EditConflict if they contradict each other."""
        found: dict[Path, list[Edit]] = {}
        for each in sets:
            for path, edits in each.edits.items():
                found.setdefault(path, []).extend(edits)
        return cls(MappingProxyType({path: _united(tuple(edits)) for path, edits in found.items()}))

    def __or__(self, other: EditSet) -> EditSet:
        """The edits of both sets; EditConflict if they contradict each other."""
        return EditSet.union((self, other))

    def changes(self, document: Document) -> tuple[Edit, ...]:
        """The plain changes that the set makes in `document`: by their place, apart from each other, minimal."""
        edits = _in_order(_with_pass(document, self.edits.get(document.path, ())))
        pieces, marks = _made(document.text, edits)
        blanked = "".join(
            piece.text if piece.origin is None else document.source[piece.origin : piece.origin + len(piece.text)]
            for piece in pieces
        )
        pieces = _spliced(pieces, _tidied(blanked, marks, document.indent))
        return tuple(_differences(pieces, len(document.text)))

    def apply(self, document: Document) -> str:
        """The text of `document` with the set's edits made."""
        parts: list[str] = []
        position = 0
        for change in self.changes(document):
            parts += (document.text[position : change.start], change.text)
            position = change.end
        return "".join((*parts, document.text[position:]))


class _Piece(NamedTuple):
    """A part of a new text: old text from `origin`, or new text."""

    text: str
    origin: int | None


class _Mark(NamedTuple):
    """Where an edit has been made: the part of the new text that it is about."""

    edit: Edit
    start: int
    end: int


def _united(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    seen: set[Edit] = set()
    return tuple(edit for edit in edits if not (edit.once and (edit in seen or seen.add(edit))))  # type: ignore[func-returns-value]


def _check(edits: tuple[Edit, ...]) -> None:
    """Raises EditConflict if edits contradict each other."""
    replacements = sorted((edit for edit in edits if edit.start < edit.end), key=lambda edit: (edit.start, edit.end))
    for first, second in zip(replacements, replacements[1:], strict=False):
        if second.start < first.end:
            raise EditConflict(f"two edits replace the same text, at {second.start}")
    starts = [edit.start for edit in replacements]
    for edit in edits:
        index = bisect_left(starts, edit.start)
        for replacement in replacements[max(0, index - 1) : index + 1]:
            if edit.start == edit.end and _disturbs(edit, replacement):
                raise EditConflict(f"an edit falls into a text that another replaces, at {edit.start}")
    _check_levels(edits)
    bound: set[Span] = set()
    for edit in edits:
        if edit.binds:
            if (span := _embraced(edit)) in bound:
                raise EditConflict(f"two edits change the same expression, at {span.start}")
            bound.add(span)


def _disturbs(insertion: Edit, replacement: Edit) -> bool:
    length = replacement.end - replacement.start
    outside = abs(insertion.reach) >= length + replacement.reach
    if insertion.start == replacement.start:
        return insertion.reach > 0 and not outside
    if insertion.start == replacement.end:
        return insertion.reach < 0 and not outside
    return replacement.start < insertion.start < replacement.end


def _check_levels(edits: tuple[Edit, ...]) -> None:
    open_ends: list[int] = []
    for edit in sorted((edit for edit in edits if edit.deepens), key=lambda edit: (edit.start, -edit.reach)):
        assert edit.deepens is not None
        while open_ends and open_ends[-1] <= edit.start:
            open_ends.pop()
        if open_ends and open_ends[-1] < edit.deepens[0]:
            raise EditConflict(f"two edits put crossing groups of statements into blocks, at {edit.start}")
        open_ends.append(edit.deepens[0])


def _embraced(edit: Edit) -> Span:
    if edit.start < edit.end:
        return Span(edit.start, edit.end)
    return Span(min(edit.start, edit.start + edit.reach), max(edit.start, edit.start + edit.reach))


def _with_pass(document: Document, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """`edits` with `pass` in the place of the last statement of each block that they leave empty."""
    removals = {edit.start: edit for edit in edits if edit.trim == "line"}
    if not removals:
        return edits
    removed = [stmt for stmt in document.statements if document.span(stmt).start in removals]
    lasting: dict[Edit, Edit] = {}
    groups = [document.block(stmt) for stmt in removed]
    for edit in edits:
        if edit.deepens:
            around = Span(edit.start, edit.deepens[0])
            inside = [stmt for stmt in removed if _holds(around, document.span(stmt))]
            groups += [
                [each for each in document.block(stmt) if _holds(around, document.span(each))] for stmt in inside
            ]
    for group in groups:
        if group and all(document.span(stmt).start in removals for stmt in group) and not _is_elif(document, group[0]):
            last = removals[document.span(group[-1]).start]
            lasting[last] = replace(last, text="pass", trim="")
    return tuple(lasting.get(edit, edit) for edit in edits)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _is_elif(document: Document, stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.If) and document.source.startswith("elif", document.span(stmt).start)


def _in_order(edits: tuple[Edit, ...]) -> list[Edit]:
    """Edits by their place; at one offset what closes, then what stands alone, then what opens, then what replaces."""
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
    """The pieces of `text` with `edits` made, and where the edits are in it that concern what is around them."""
    pieces: list[_Piece] = []
    marks: list[_Mark] = []
    position = length = 0
    previous = Edit(-1, -1, "")
    levels: list[tuple[Edit, int]] = []
    for edit in edits:
        if edit.start > position:
            pieces.append(_Piece(text[position : edit.start], position))
            length += edit.start - position
        position = edit.end
        glued = edit.glue and (previous.start, previous.end, previous.glue) == (edit.start, edit.end, edit.glue)
        addition = edit.glue + edit.text if glued else edit.text
        if edit.start == edit.end and not edit.text:
            for opening in [opening for opening in levels if opening[0].deepens == (edit.start, -edit.reach)]:
                marks.append(_Mark(opening[0], opening[1], length))
                levels.remove(opening)
        if addition:
            pieces.append(_Piece(addition, None))
            length += len(addition)
        if edit.deepens:
            levels.append((edit, length))
        if edit.trim:
            marks.append(_Mark(edit, length, length))
        previous = edit
    pieces.append(_Piece(text[position:], position))
    return pieces, marks


_BLANK_LINE = re.compile(r"[ \t\f]*(?:\r\n|\r|\n|\Z)")
_BLANKS = re.compile(r"[ \t\f]*")
_NEWLINE = re.compile(r"\r\n|\r|\n")


def _tidied(text: str, marks: list[_Mark], indent: str) -> list[Edit]:
    """What the new text still needs, in order: blank lines and commas out, deeper lines in."""
    if not marks:
        return []
    lexis = lex(text)
    cuts: list[Span] = []
    for mark in marks:
        if mark.edit.trim == "item":
            cuts += _comma(lexis, mark.start, cuts)
    for mark in marks:
        if mark.edit.trim:
            cuts += _blank_line(lexis, mark.start, cuts)
    found = [Edit(start, end, "") for start, end in _joined(cuts)]
    for mark in marks:
        if mark.edit.deepens:
            found += (Edit(at, at, indent) for at in _deeper(lexis, mark, indent) if not _is_cut(cuts, at))
    return sorted(found, key=lambda edit: (edit.start, edit.end))


def _comma(lexis: Lexis, at: int, cuts: list[Span]) -> Iterator[Span]:
    """The comma that has no item any more at `at`."""
    text = lexis.source
    after = after_trivia(text, at)
    while (cut := next((cut for cut in cuts if cut.start <= after < cut.end), None)) is not None:
        after = after_trivia(text, cut.end)
    before = lexis.before_trivia(at)
    while (cut := next((cut for cut in cuts if cut.start < before <= cut.end), None)) is not None:
        before = lexis.before_trivia(cut.start)
    if text[before - 1 : before] in ("(", "[", ",", "{") and text[after : after + 1] == ",":
        blanks = _end(_BLANKS, text, after + 1)
        yield Span(after, after + 1 if text[blanks : blanks + 1] in ("", "\r", "\n", "#") else blanks)
    elif text[before - 1 : before] == "," and _NEWLINE.search(text, before, at) is None:
        yield Span(before - 1, at)


def _blank_line(lexis: Lexis, at: int, cuts: list[Span]) -> Iterator[Span]:
    """The line at `at`, if nothing but cuts and blanks is on it."""
    text = lexis.source
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    end = start
    while True:
        end = _end(_BLANKS, text, end)
        cut = next((cut for cut in cuts if cut.start <= end < cut.end), None)
        if cut is None:
            break
        end = cut.end
    if _BLANK_LINE.match(text, end) is not None:
        yield Span(start, _end(_BLANK_LINE, text, end))


def _is_cut(cuts: list[Span], at: int) -> bool:
    return any(start <= at < end for start, end in cuts)


def _joined(cuts: list[Span]) -> Iterator[Span]:
    last: Span | None = None
    for cut in sorted(cuts):
        if last is None:
            last = cut
        elif cut.start <= last.end:
            last = Span(last.start, max(last.end, cut.end))
        else:
            yield last
            last = cut
    if last is not None:
        yield last


def _deeper(lexis: Lexis, mark: _Mark, indent: str) -> Iterator[int]:
    """Where the lines that begin within `mark` become deeper by `indent`: after the margin of what is around it."""
    text = lexis.source
    line = max(text.rfind("\n", 0, mark.start), text.rfind("\r", 0, mark.start)) + 1
    margin = _margin(text, line).removesuffix(indent)
    for newline in _NEWLINE.finditer(text, mark.start, mark.end):
        start = newline.end()
        if start < mark.end and not lexis.in_string(start) and _BLANK_LINE.match(text, start) is None:
            own = _margin(text, start)
            yield _end(_BLANKS, text, start) - len(own) + (len(margin) if own.startswith(margin) else 0)


def _margin(text: str, line: int) -> str:
    return text[line : _end(_BLANKS, text, line)].rpartition("\f")[2]


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return position if match is None else match.end()


def _spliced(pieces: list[_Piece], edits: list[Edit]) -> list[_Piece]:
    """`pieces` with `edits`, whose offsets are those of the text that they make up, and which are in order."""
    found: list[_Piece] = []
    position = index = 0
    for piece in pieces:
        end = position + len(piece.text)
        done = position
        while index < len(edits) and edits[index].start < end:
            edit = edits[index]
            if edit.start > done:
                found.append(_cut(piece, done - position, edit.start - position))
            if edit.text:
                found.append(_Piece(edit.text, None))
            done = max(done, min(edit.end, end))
            if edit.end > end:
                edits = [*edits[:index], Edit(end, edit.end, ""), *edits[index + 1 :]]
                break
            index += 1
        if done < end:
            found.append(_cut(piece, done - position, len(piece.text)))
        position = end
    found += (_Piece(edit.text, None) for edit in edits[index:])
    return found


def _cut(piece: _Piece, start: int, end: int) -> _Piece:
    return _Piece(piece.text[start:end], None if piece.origin is None else piece.origin + start)


def _differences(pieces: list[_Piece], length: int) -> Iterator[Edit]:
    position = 0
    text = ""
    for piece in [*pieces, _Piece("", length)]:
        if piece.origin is None:
            text += piece.text
            continue
        if text or piece.origin > position:
            yield Edit(position, piece.origin, text)
        position, text = piece.origin + len(piece.text), ""
