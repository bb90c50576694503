"""`textDocument/inlayHint`: what learning rates and batches amount to with several processes."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.rules.horovod.effective import effective
from lsprotocol import types

from farandole_server.analysis import Analysis, Snapshot
from farandole_server.diagnostics import analyses_of
from farandole_server.server import Server
from farandole_server.texts import Text
from farandole_server.worker import Token

METHOD = types.TEXT_DOCUMENT_INLAY_HINT


async def handle(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Give the hints of a range, where the settings want any."""
    uri = params.text_document.uri

    def work(snapshot: Snapshot, token: Token) -> list[types.InlayHint]:
        text = snapshot.texts.text(uri)
        if text is None or not snapshot.settings_for(text.path).inlay_hints:
            return []
        found = {
            (hint.position.line, hint.position.character): hint
            for analysis in analyses_of(ls.analyst, snapshot, text, token)
            for hint in _hints(analysis, snapshot, text, uri)
            if params.range.start <= hint.position <= params.range.end
        }
        return [found[place] for place in sorted(found)]

    return await ls.ask(work, uri)


def _hints(analysis: Analysis, snapshot: Snapshot, text: Text, uri: str) -> Iterator[types.InlayHint]:
    processes = snapshot.settings_for(text.path).processes
    if analysis.script is None:
        return
    for each in effective(analysis.script, analysis.options, processes):
        if each.document.path != text.path:
            continue
        part = text.part(each.document.span(each.node))
        if part.uri == uri:
            yield types.InlayHint(
                part.range.end, f"→ {each.value}", tooltip=f"{each.value}: {each.explanation}", padding_left=True
            )
