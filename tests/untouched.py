"""The promise of minimal edits: a line in which no edit falls is in the result, byte for byte and in order."""

from __future__ import annotations

from farandole.conversion.plan import Plan
from farandole.source import Document, Edit


def untouched_lines_stay(plan: Plan) -> None:
    """Assert that the promise holds for every file of a plan."""
    for document in plan.script.documents:
        if document.path in plan.texts:
            after = iter(plan.texts[document.path].split("\n"))
            for line in _untouched(document, plan.edits.changes(document)):
                assert line in after, f"{document.path.name}: {line!r} is lost"


def _untouched(document: Document, changes: tuple[Edit, ...]) -> list[str]:
    start = 0
    lines = []
    for line in document.text.split("\n"):
        end = start + len(line)
        if not any(_touches(change, start, end) for change in changes):
            lines.append(line)
        start = end + 1
    return lines


def _touches(change: Edit, start: int, end: int) -> bool:
    """Say whether a change falls into a line; whole lines put before it or after it do not."""
    if change.start == change.end == start and change.text.endswith("\n"):
        return False
    return change.start <= end and change.end > start if change.start < change.end else start <= change.start <= end
