"""Comments and blank lines between statements, which leave a program what it is."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from farandole.source.document import Document

_LINES = re.compile(r"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|\Z))*")
_READ = re.compile(r"#!|#\s*(?:farandole|type)\b|coding[:=]")
"""What comments say to Farandole, to the interpreter and to compilers."""


class Change(NamedTuple):
    """The one place where two texts differ: where it begins, and where it ends in the first and in the second."""

    start: int
    end_before: int
    end_after: int


@lru_cache(maxsize=8)
def change_between(before: str, after: str) -> Change:
    """Give the place where two texts differ; what they have in common at the start is not counted at the end again."""
    return _change_behind(before, after, _common(before, after))


def _change_behind(before: str, after: str, start: int) -> Change:
    tail = _common(before[start:][::-1], after[start:][::-1])
    return Change(start, len(before) - tail, len(after) - tail)


def is_same_program(before: Document, after: Document) -> bool:
    """Say whether two texts of a script differ in lines between statements only, which are blank or comments.

    Then their trees are the same but for the numbers of lines. Comments that Farandole or a compiler reads count as
    code. Texts with errors, and notebooks, are never said to be the same.
    """
    if before.errors or after.errors or before.cells or after.cells or before.encoding != after.encoding:
        return False
    same = _common(before.text, after.text)
    line = max(before.text.rfind("\n", 0, same), before.text.rfind("\r", 0, same)) + 1
    start, end, other_end = _change_behind(before.text, after.text, line)
    ends = _begins_line(before.text, end) and _begins_line(after.text, other_end)
    rest = 0 if ends else before.text.find("\n", end) + 1 - end  # of the last line, alike in both
    if rest < 0:
        return False
    lines = before.text[start : end + rest], after.text[start : other_end + rest]
    return all(_LINES.fullmatch(each) and not _READ.search(each) for each in lines) and not _in_row(before, start)


def _in_row(document: Document, offset: int) -> bool:
    """Say whether a logical line goes on at an offset."""
    rows = document.lexis.rows
    index = bisect_right(rows, offset, key=lambda row: row.start) - 1
    return index >= 0 and rows[index].start < offset <= rows[index].end


def _begins_line(text: str, offset: int) -> bool:
    return offset == 0 or text[offset - 1] == "\n"


def _common(first: str, second: str) -> int:
    """Give how many characters two texts have in common at their start, in logarithmic time."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
