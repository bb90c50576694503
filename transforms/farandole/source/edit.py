"""One change of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Edit", "EditConflict"]


class EditConflict(Exception):
    """Edits that contradict each other, or one that cannot be made safely; `str()` of it says why."""


@dataclass(frozen=True)
class Edit:
    """`text` in the place of what stands from `start` to `end`.

    Insertions at one offset are ordered by `layer`, then as they were given. An edit that is `once` is made once,
    however many bring it. The other fields are for `farandole.source.layout`:

    - `reach`: how far an insertion reaches that belongs to the text beside it: to the right (it opens) or, negative, to
      the left (it closes). What reaches further stands further out, and so does a higher layer. For a replacement: how
      much further than its end an insertion must reach to stand outside of it.
    - `glue`: put between two insertions at one offset that have the same.
    - `deepens`: lines up to this offset become one level deeper, with the insertions at it that reach back this far.
    - `trim`: what goes with a removed text: its line, if that becomes blank, or the comma of a list's item.
    - `binds`: the text is right only for the precedence of what it stands at.
    - `since`: the insertion says what holds until another text of this kind is inserted: it is not made where the last
      one before it, at or behind this offset, has said the same.
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
    since: int | None = None
