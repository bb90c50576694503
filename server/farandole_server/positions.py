"""Offsets of a text and the positions of the Language Server Protocol, in the units that were agreed on."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

from lsprotocol import types

_LINE_END = re.compile(r"\r\n|\r|\n")
_LAST_OF_PLANE = 0xFFFF
_UTF8_LIMITS = (0x80, 0x800, 0x10000)


def units(character: str, encoding: str) -> int:
    """Give the number of code units of a character; `encoding` is a `PositionEncodingKind`."""
    point = ord(character)
    match encoding:
        case types.PositionEncodingKind.Utf32:
            return 1
        case types.PositionEncodingKind.Utf8:
            return 1 + sum(point >= limit for limit in _UTF8_LIMITS)
    return 2 if point > _LAST_OF_PLANE else 1


@dataclass(frozen=True)
class Lines:
    """The lines of a text as the protocol counts them: they end with a line feed, a carriage return, or both."""

    text: str = field(repr=False)
    encoding: str

    def offset(self, position: types.Position) -> int:
        """Give the offset of a position; what lies beyond a line or the text is its end."""
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._line(position.line)
        if self._is_plain:
            return min(start + position.character, end)
        count = 0
        for offset in range(start, end):
            count += units(self.text[offset], self.encoding)
            if count > position.character:
                return offset
        return end

    def position(self, offset: int) -> types.Position:
        """Give the position of an offset."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        if self._is_plain:
            return types.Position(line, offset - start)
        return types.Position(line, sum(units(each, self.encoding) for each in self.text[start:offset]))

    def range(self, start: int, end: int) -> types.Range:
        """Give the range between two offsets."""
        return types.Range(self.position(start), self.position(end))

    def whole(self, start: int, end: int) -> tuple[int, int]:
        """Give where the first line of a range starts, and where the last one ends, its line end excluded."""
        first, last = (bisect_right(self._starts, offset) - 1 for offset in (start, end))
        return self._starts[first], self._line(last)[1]

    def changed(self, change: types.TextDocumentContentChangeEvent) -> Lines:
        """Give the lines with one change made."""
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return Lines(change.text, self.encoding)
        start, end = self.offset(change.range.start), self.offset(change.range.end)
        start, end = min(start, end), max(start, end)
        return Lines(self.text[:start] + change.text + self.text[end:], self.encoding)

    def _line(self, number: int) -> tuple[int, int]:
        """Give where a line starts and where its line end does."""
        start = self._starts[number]
        if number + 1 == len(self._starts):
            return start, len(self.text)
        end = self._starts[number + 1]
        return start, end - (2 if self.text[start:end].endswith("\r\n") else 1)

    @cached_property
    def _is_plain(self) -> bool:
        return self.encoding == types.PositionEncodingKind.Utf32 or self.text.isascii()

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]
