"""`textDocument/inlayHint`: what learning rates and batches amount to with several processes."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.rules.horovod.effective import effective
from lsprotocol import types

from farandole_server.analysis import Analysis, Snapshot
from farandole_server.diagnostics import analyses_of
from farandole_server.server import Server
from farandole_server.texts import Text
from farandole_server.wording import plain
from farandole_server.worker import Token

METHOD = types.TEXT_DOCUMENT_INLAY_HINT


async def handle(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Give the hints of a range, where the settings want any."""
    uri = params.text_document.uri

    def work(snapshot: Snapshot, token: Token) -> list[tuple[types.Range, tuple[str, str]]]:
        text = snapshot.texts.text(uri)
        if text is None or not snapshot.settings_for(text.path).inlay_hints:
            return []
        found = {
            (place.end.line, place.end.character): (place, hint)
            for analysis in analyses_of(ls.analyst, snapshot, text, token)
            for place, hint in _hints(analysis, snapshot, text, uri)
        }
        return [found[position] for position in sorted(found)]

    return [
        types.InlayHint(place.end, f"→ {value}", tooltip=f"{value}: {explanation}", padding_left=True)
        for place, (value, explanation) in await ls.ask_for_places(METHOD, uri, work)
        if params.range.start <= place.end <= params.range.end
    ]


def _hints(
    analysis: Analysis, snapshot: Snapshot, text: Text, uri: str
) -> Iterator[tuple[types.Range, tuple[str, str]]]:
    """Yield what is written at the ends of expressions: the value with several processes, and why."""
    processes = snapshot.settings_for(text.path).processes
    if analysis.script is None:
        return
    for each in effective(analysis.script, analysis.options, processes):
        if each.document.path != text.path:
            continue
        part = text.part(each.document.span(each.node))
        if part.uri == uri:
            yield part.range, (str(each.value), plain(each.explanation))
