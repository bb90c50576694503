"""`textDocument/codeLens`: over each training, how far its conversion is, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from farandole_server.analysis import Said, Snapshot, Verified
from farandole_server.diagnostics import said_of
from farandole_server.server import Server
from farandole_server.texts import Text
from farandole_server.wording import plain
from farandole_server.worker import Token

METHOD = types.TEXT_DOCUMENT_CODE_LENS


def options() -> types.CodeLensOptions:
    """Lenses come whole."""
    return types.CodeLensOptions()


async def handle(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Give the lenses of an open document."""
    uri = params.text_document.uri

    def work(snapshot: Snapshot, token: Token) -> list[tuple[types.Range, types.Command]]:
        text = snapshot.texts.text(uri)
        if text is None or not snapshot.settings_for(text.path).code_lens:
            return []
        analyses = said_of(ls.analyst, snapshot, text, token)
        return [lens for analysis in analyses for lens in _lenses(analysis, snapshot, text, uri)]

    found = await ls.ask_for_places(METHOD, uri, work)
    return [types.CodeLens(place, command) for place, command in found]


def _lenses(analysis: Said, snapshot: Snapshot, text: Text, uri: str) -> Iterator[tuple[types.Range, types.Command]]:
    for each in analysis.progress:
        if each.document.path != text.path:
            continue
        part = text.part(each.span)
        if part.uri != uri:
            continue
        arguments = [uri] if len(analysis.progress) == 1 else [uri, each.index]
        what = f"{plain(each.label)} ({each.pattern})"
        if each.obstacle:
            title = f"{what}: can't be distributed. {each.obstacle}"
            yield part.range, types.Command(title, "farandole.preview", arguments=arguments)
            continue
        reading = "" if snapshot.indexed else ", project not read yet"
        title = f"{what}: {each.done} of {each.steps} steps done{reading}"
        yield part.range, types.Command(title, "farandole.preview", arguments=arguments)
        if each.done < each.steps:
            yield part.range, types.Command("Distribute", "farandole.distribute", arguments=arguments)
            yield part.range, types.Command("Preview", "farandole.preview", arguments=arguments)
        yield part.range, types.Command(_verify(analysis.verified(snapshot)), "farandole.verify", arguments=[uri])


def _verify(verified: Verified | None) -> str:
    if verified is None:
        return "Verify"
    how = "Verified" if verified.full else "Quickly proved"
    return f"{how}: {len(verified.failed)} failed" if verified.failed else f"{how}: nothing failed"
