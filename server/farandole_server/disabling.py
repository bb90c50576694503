"""Switching a rule off where one stands: by a comment on the line or in the file, or in `pyproject.toml`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from farandole.conversion.ignores import Ignore, ignores
from farandole.source import Document, Edit, Span
from farandole.source.notebook import CannotPlace
from lsprotocol import types

from farandole_server.analysis import Snapshot

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FIRST_LINES = re.compile(r"(?:#!.*\n)?(?:#.*coding[:=].*\n)?")
_TABLE = re.compile(r"^\[tool\.farandole\][ \t]*(?:#.*)?$", re.MULTILINE)
_LIST = re.compile(r"^ignore[ \t]*=[ \t]*\[[ \t]*", re.MULTILINE)


@dataclass(frozen=True)
class Disabling:
    """An edit of one file that switches a rule off; `uri` and `version` are the client's, `place` where it edits.

    `creates` says that there is no such file yet.
    """

    title: str
    uri: str
    version: int | None
    place: types.Range
    text: str
    creates: bool = False

    def edit(self, knows_versions: bool) -> types.WorkspaceEdit:
        """Give it as an edit of the workspace."""
        change = types.TextEdit(self.place, self.text)
        if not knows_versions:
            return types.WorkspaceEdit(changes={self.uri: [change]})
        document = types.OptionalVersionedTextDocumentIdentifier(self.uri, self.version)
        created = (
            [types.CreateFile(self.uri, options=types.CreateFileOptions(ignore_if_exists=True))] if self.creates else []
        )
        return types.WorkspaceEdit(document_changes=[*created, types.TextDocumentEdit(document, [change])])


def disablings(document: Document, span: Span, code: str, snapshot: Snapshot) -> Iterator[Disabling]:
    """Yield the ways to switch a rule off for what stands at a place of a file."""
    here, in_file = _on_line(document, span, code), _in_file(document, code)
    for title, edit in ((f"Disable {code} here", here), (f"Disable {code} in this file", in_file)):
        if edit is not None:
            try:
                part = snapshot.view(document).editable(Span(edit.start, edit.end), edit.text)
            except CannotPlace:
                continue
            yield Disabling(title, part.uri, part.version, part.range, edit.text)
    yield from _in_project(document.path, code, snapshot)


def removal(ignore: Ignore, unused: tuple[str, ...], snapshot: Snapshot) -> Disabling:
    """Give the edit that takes codes that switch nothing off out of a comment, or the whole comment."""
    document, span = ignore.document, ignore.span
    left = [code for code in ignore.codes if code not in unused]
    comment = document.text[span.start : span.end]
    new = f"{comment.partition('[')[0]}[{', '.join(left)}]" if left else ""
    if not left:
        before = document.text[: span.start]
        start = len(before.rstrip(" \t"))
        alone = not before[:start] or before[start - 1] == "\n"
        end = span.end + (document.text[span.end : span.end + 1] == "\n" and alone)
        span = Span(start, end)
    part = snapshot.view(document).editable(span, new)
    return Disabling(f"Remove the unused ignore of {', '.join(unused)}", part.uri, part.version, part.range, new)


def _on_line(document: Document, span: Span, code: str) -> Edit | None:
    """Give the edit that adds a comment to a line, or a code to the one there; None where none can stand."""
    line, _ = document.position(span.start)
    known = next((each for each in ignores(document) if each.line == line), None)
    if known is not None:
        return _added(known, code)
    end = document.offset(line, len(document.text))
    is_comment = end in document.lexis.comments
    if document.lexis.in_string(end) or (document.text[:end].endswith("\\") and not is_comment):
        return None
    return Edit(end, end, f"  # farandole: ignore[{code}]")


def _in_file(document: Document, code: str) -> Edit:
    known = next((each for each in ignores(document) if each.line is None), None)
    if known is not None:
        return _added(known, code)
    found = _FIRST_LINES.match(document.text)
    start = found.end() if found is not None else 0
    return Edit(start, start, f"# farandole: ignore-file[{code}]{document.newline}")


def _added(ignore: Ignore, code: str) -> Edit:
    end = ignore.span.end - 1
    return Edit(end, end, f", {code}" if ignore.codes else code)


def _in_project(path: Path, code: str, snapshot: Snapshot) -> Iterator[Disabling]:
    """Yield the edit of the nearest `pyproject.toml`, if it can be understood before and after, or a new one."""
    file = next((each for folder in path.parents if os.path.isfile(each := folder / "pyproject.toml")), None)
    try:
        text = file.read_text(encoding="utf-8") if file is not None else ""
        place, new = _in_table(text, code)
        changed = tomllib.loads(text[:place] + new + text[place:])["tool"]["farandole"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return
    root = snapshot.root(path)
    if file is None and root is not None:
        start = types.Position(0, 0)
        uri = (root / "pyproject.toml").as_uri()
        yield Disabling(f"Disable {code} in this project", uri, None, types.Range(start, start), new, creates=True)
    if file is not None and code in changed.get("ignore", ()):
        line = text.count("\n", 0, place)
        position = types.Position(line, place - (text.rfind("\n", 0, place) + 1))
        yield Disabling(f"Disable {code} in this project", file.as_uri(), None, types.Range(position, position), new)


def _in_table(text: str, code: str) -> tuple[int, str]:
    """Give where a code is added to the project's list of what is ignored, and the text that adds it."""
    table = _TABLE.search(text)
    if table is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return len(text), f'{gap}[tool.farandole]\nignore = ["{code}"]\n'
    end = found.start() if (found := re.compile(r"^\[", re.MULTILINE).search(text, table.end())) else len(text)
    known = _LIST.search(text, table.end(), end)
    if known is None:
        return table.end(), f'\nignore = ["{code}"]'
    return known.end(), f'"{code}"' if text[known.end()] == "]" else f'"{code}", '
