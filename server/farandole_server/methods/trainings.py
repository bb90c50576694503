"""`farandole/trainings`: how far the conversion of each training in a document is, for a status bar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from farandole_server.analysis import Said, Snapshot
from farandole_server.diagnostics import said_of
from farandole_server.server import Server
from farandole_server.texts import Text
from farandole_server.worker import Token

METHOD = "farandole/trainings"


async def handle(ls: Server, params: Any) -> list[dict[str, str | int]]:
    """Give the trainings of an open document, or of a notebook by one of its cells; raises when no URI is given.

    Each has its `pattern`, the `uri` and `line` where it stands, how many of its `steps` are `done`, and what stands in
    the way of all (`obstacle`), if anything does.
    """
    uri = getattr(params, "uri", None)
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`uri` must be the address of a document")

    def work(snapshot: Snapshot, token: Token) -> list[dict[str, str | int]]:
        text = snapshot.texts.text(uri)
        if text is None:
            return []
        analyses = said_of(ls.analyst, snapshot, text, token)
        return [training for analysis in analyses for training in _trainings(analysis, text)]

    return await ls.ask(work, uri)


def _trainings(analysis: Said, text: Text) -> Iterator[dict[str, str | int]]:
    for each in analysis.progress:
        if each.document.path == text.path:
            part = text.part(each.span)
            yield {
                "pattern": each.pattern,
                "uri": part.uri,
                "line": part.range.start.line,
                "done": each.done,
                "steps": each.steps,
                "obstacle": each.obstacle,
            }
