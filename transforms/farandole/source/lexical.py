"""The lexical skeleton of a text that parses: its comments, multi-line strings and logical lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

__all__ = ["SPACES", "Lexis", "Span", "after_trivia", "lex"]

# What Python skips between tokens; `str.strip` alone would take more.
SPACES = " \t\f\r\n"


class Span(NamedTuple):
    """A half-open range of code point offsets."""

    start: int
    end: int


@dataclass(frozen=True)
class Lexis:
    """What a text is made of between and around its expressions.

    `comments` maps the end of each comment to its start; `strings` are the string literals of more than one line;
    `rows` are the logical lines that hold code, from the start of the first physical line to the end of the last,
    its line end excluded.
    """

    source: str
    comments: dict[int, int]
    strings: tuple[Span, ...]
    rows: tuple[Span, ...]

    def row(self, offset: int) -> Span:
        """Give the logical line that holds the code at `offset`."""
        return self.rows[max(0, bisect_right(self.rows, offset, key=lambda row: row.start) - 1)]

    def in_string(self, offset: int) -> bool:
        """Tell whether `offset` lies inside a string literal of more than one line."""
        index = bisect_right(self.strings, offset, key=lambda span: span.start) - 1
        return index >= 0 and self.strings[index].start < offset < self.strings[index].end

    def before_trivia(self, offset: int) -> int:
        """Give the end of the last token that ends at or before `offset`."""
        while True:
            end = _blanks_end(self.source, offset)
            offset = self.comments.get(end, end)
            if offset == end:
                return end


_STOP = re.compile(r"""[#'"()\[\]{}\\\r\n]""")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_COMMENT = re.compile(r"[^\r\n]*")
_TRIVIA = re.compile(r"(?:[ \t\f\r\n]|\\(?:\r\n|\r|\n)|#[^\r\n]*)*")
_PREFIX = re.compile(r"(?<!\w)(?:[rbu]|f|rb|br|rf|fr)\Z", re.IGNORECASE)
_BODY = {
    "'": re.compile(r"[^'\\\r\n]*(?:\\(?:\r\n|.)[^'\\\r\n]*)*'?", re.DOTALL),
    '"': re.compile(r'[^"\\\r\n]*(?:\\(?:\r\n|.)[^"\\\r\n]*)*"?', re.DOTALL),
    "'''": re.compile(r"[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:''')?", re.DOTALL),
    '"""': re.compile(r'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:""")?', re.DOTALL),
}
_FORMAT_STOP = re.compile(r"""['"{}\\\r\n]""")
_FIELD_STOP = re.compile(r"""['"()\[\]{}:#]""")


def after_trivia(source: str, offset: int) -> int:
    """Give the start of the first token at or after `offset`."""
    match = _TRIVIA.match(source, offset)
    assert match is not None
    return match.end()


@lru_cache(maxsize=16)
def lex(source: str) -> Lexis:
    """Read the skeleton of `source`, which must be free of lexical errors; on others it is a guess."""
    comments: dict[int, int] = {}
    strings: list[Span] = []
    rows: list[Span] = []
    depth = position = begin = plain = 0
    has_code = False
    while (stop := _STOP.search(source, position)) is not None:
        at, position = stop.start(), stop.end()
        character = stop.group()
        has_code = has_code or character not in "#\r\n" or source[plain:at].strip(SPACES) != ""
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth = max(0, depth - 1)
        elif character == "#":
            plain = position = _end(_COMMENT, source, at)
            comments[position] = at
        elif character in "'\"":
            position = string_end(source, at)
            if _NEWLINE.search(source, at, position) is not None:
                strings.append(Span(at, position))
        elif character == "\\":
            position = _end(_NEWLINE, source, position)
        else:
            plain = position = _end(_NEWLINE, source, at)
            if depth == 0:
                if has_code:
                    rows.append(Span(begin, at))
                begin = position
                has_code = False
    if has_code or source[plain:].strip(SPACES):
        rows.append(Span(begin, len(source)))
    return Lexis(source, comments, tuple(strings), tuple(rows))


def string_end(source: str, at: int) -> int:
    """Give the end of the string literal whose opening quote is at `at`, after its prefix."""
    quote = source[at] * 3 if source.startswith(source[at] * 3, at) else source[at]
    prefix = _PREFIX.search(source[max(0, at - 3) : at])
    if prefix is not None and "f" in prefix.group().lower():
        return _format_end(source, at + len(quote), quote, "r" in prefix.group().lower())
    return _end(_BODY[quote], source, at + len(quote))


def _format_end(source: str, position: int, quote: str, raw: bool) -> int:
    """Give the end of an f-string, from `position` in its literal part."""
    while (stop := _FORMAT_STOP.search(source, position)) is not None:
        at, position = stop.start(), stop.end()
        character = stop.group()
        if character == "{":
            if source.startswith("{", position):
                position += 1
            else:
                position = _field_end(source, position, quote, raw)
        elif character == "\\":
            if not raw and source.startswith("N{", position):
                position = source.find("}", position) + 1 or len(source)
            elif not source.startswith(("{", "}"), position):
                position = min(position + (2 if source.startswith("\r\n", position) else 1), len(source))
        elif character in "\r\n":
            if len(quote) == 1:
                return at
        elif character != "}" and source.startswith(quote, at):
            return at + len(quote)
    return len(source)


def _field_end(source: str, position: int, quote: str, raw: bool) -> int:
    """Give the end of a replacement field of an f-string, from `position` after its `{`."""
    depth = 0
    while (stop := _FIELD_STOP.search(source, position)) is not None:
        at, position = stop.start(), stop.end()
        character = stop.group()
        if character in "'\"":
            position = string_end(source, at)
        elif character == "#":
            position = _end(_COMMENT, source, at)
        elif character in "([{":
            depth += 1
        elif character == "}" and depth == 0:
            return position
        elif character in ")]}":
            depth -= 1
        elif depth == 0:
            return _specification_end(source, position, quote, raw)
    return len(source)


def _specification_end(source: str, position: int, quote: str, raw: bool) -> int:
    """Give the end of a replacement field, from `position` in its format specification."""
    while (stop := re.compile(r"[{}]").search(source, position)) is not None:
        position = stop.end()
        if stop.group() == "}":
            return position
        position = _field_end(source, position, quote, raw)
    return len(source)


def _blanks_end(source: str, offset: int) -> int:
    while offset and source[offset - 1] in " \t\f\r\n":
        newline = source[offset - 1] in "\r\n"
        offset -= 2 if source.startswith("\r\n", offset - 2) and offset > 1 else 1
        if newline and offset and source[offset - 1] == "\\":
            offset -= 1
    return offset


def _end(pattern: re.Pattern[str], source: str, position: int) -> int:
    match = pattern.match(source, position)
    return position if match is None else match.end()
