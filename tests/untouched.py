"""The promise of minimal edits: a line in which no edit falls is in the result, byte for byte and in order."""

from __future__ import annotations

from farandole.plan import Plan
from farandole.source import Document, Edit


def untouched_lines_stay(plan: Plan) -> None:
    """Assert that the promise holds for every file of a plan."""
    for document in plan.script.documents:
        if document.path in plan.texts:
            after = iter(plan.texts[document.path].split("\n"))
            for line in _untouched(document, plan.edits.edits[document.path]):
                assert line in after, f"{document.path.name}: {line!r} is lost"


def _untouched(document: Document, edits: tuple[Edit, ...]) -> list[str]:
    start = 0
    lines = []
    for line in document.text.split("\n"):
        end = start + len(line)
        if not any(_falls_into(edit, start, end) for edit in edits):
            lines.append(line)
        start = end + 1
    return lines
