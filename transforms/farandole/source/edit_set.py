"""Changes of several texts, made apart from each other and applied at once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from farandole.source.document import Document
from farandole.source.edit import Edit, EditConflict
from farandole.source.lexical import Span
from farandole.source.replacements import attributed, replacements

__all__ = ["EditSet"]


@dataclass(frozen=True)
class EditSet:
    """Edits of files that do not contradict each other.

    `edits` are the edits as they were made. What they change together in a text, `changes` tells and `apply` does.
    """

    edits: Mapping[Path, tuple[Edit, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for edits in self.edits.values():
            _check(edits)

    @classmethod
    def of(cls, document: Document, edits: Iterable[Edit]) -> EditSet:
        """Give the set of edits of one document; EditConflict if they contradict each other or touch a syntax error."""
        found = _united(edits)
        for edit in found:
            end = max(edit.end, edit.start + 1, edit.deepens[0] if edit.deepens else 0)
            for problem in document.errors:
                if edit.start < problem.span.end and problem.span.start < end:
                    line, _ = document.position(problem.span.start)
                    raise EditConflict(f"{document.path}:{line}: an edit would touch a syntax error: {problem.message}")
        return cls(MappingProxyType({document.path: found} if found else {}))

    @classmethod
    def empty(cls) -> EditSet:
        """Give the set without edits."""
        return cls()

    @classmethod
    def union(cls, sets: Iterable[EditSet]) -> EditSet:
        """Give the edits of all sets; EditConflict if they contradict each other."""
        found: dict[Path, list[Edit]] = {}
        for each in sets:
            for path, edits in each.edits.items():
                found.setdefault(path, []).extend(edits)
        return cls(MappingProxyType({path: _united(edits) for path, edits in found.items()}))

    def __or__(self, other: EditSet) -> EditSet:
        """Give the edits of both sets; EditConflict if they contradict each other."""
        return EditSet.union((self, other))

    def changes(self, document: Document) -> tuple[Edit, ...]:
        """Give what the set changes in the text of `document`: plain replacements, in order, apart from each other."""
        return replacements(document, self.edits.get(document.path, ()))

    def attributed(self, document: Document) -> tuple[tuple[Edit, Edit | None], ...]:
        """Give the same in parts, each with the edit of the set that it comes from, where it comes from one.

        Parts that stand at one offset are to be made in their order.
        """
        return attributed(document, self.edits.get(document.path, ()))

    def apply(self, document: Document) -> str:
        """Give the text of `document` with the set's edits made."""
        parts: list[str] = []
        position = 0
        for change in self.changes(document):
            parts += (document.text[position : change.start], change.text)
            position = change.end
        return "".join((*parts, document.text[position:]))


def _united(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Give `edits` without the repetitions of those that are made once, and without those that say what still holds."""
    found: list[Edit] = []
    seen: set[Edit] = set()
    for edit in edits:
        if not edit.once or edit not in seen:
            found.append(edit)
            seen.add(edit)
    lasting = sorted((edit for edit in found if edit.since is not None), key=lambda edit: edit.start)
    again = {
        edit
        for last, edit in pairwise(lasting)
        if edit.since is not None and edit.since <= last.start < edit.start and edit.text == last.text
    }
    return tuple(edit for edit in found if edit not in again)


def _check(edits: tuple[Edit, ...]) -> None:
    """Raise EditConflict if edits of one text contradict each other."""
    replacements = sorted((edit for edit in edits if edit.start < edit.end), key=lambda edit: (edit.start, edit.end))
    for first, second in pairwise(replacements):
        if second.start < first.end:
            raise EditConflict(f"two edits replace the same text, at offset {second.start}")
    starts = [edit.start for edit in replacements]
    for edit in edits:
        index = bisect_left(starts, edit.start)
        near = replacements[max(0, index - 1) : index + 1]
        if edit.start == edit.end and any(_disturbs(edit, replacement) for replacement in near):
            raise EditConflict(f"an edit falls into a text that another one replaces, at offset {edit.start}")
    _check_levels(edits)
    _check_precedence(edits)


def _disturbs(insertion: Edit, replacement: Edit) -> bool:
    """Tell whether an insertion belongs to the text that a replacement removes."""
    is_outside = abs(insertion.reach) >= replacement.end - replacement.start + replacement.reach
    if insertion.start == replacement.start:
        return insertion.reach > 0 and not is_outside
    if insertion.start == replacement.end:
        return insertion.reach < 0 and not is_outside
    return replacement.start < insertion.start < replacement.end


def _check_levels(edits: tuple[Edit, ...]) -> None:
    """Raise EditConflict if two edits put groups of lines deeper of which neither holds the other."""
    groups = [(edit.start, -edit.reach, edit.deepens[0]) for edit in edits if edit.deepens]
    ends: list[int] = []
    for start, _, end in sorted(groups):
        while ends and ends[-1] <= start:
            ends.pop()
        if ends and ends[-1] < end:
            raise EditConflict(f"two edits put crossing groups of statements into blocks, at offset {start}")
        ends.append(end)


def _check_precedence(edits: tuple[Edit, ...]) -> None:
    """Raise EditConflict if the texts of two edits around one expression could bind each other."""
    bound: set[Span] = set()
    for edit in edits:
        if edit.binds:
            ends = (edit.start, edit.end if edit.start < edit.end else edit.start + edit.reach)
            span = Span(min(ends), max(ends))
            if span in bound:
                raise EditConflict(f"two edits change the same expression, at offset {span.start}")
            bound.add(span)
