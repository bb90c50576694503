"""`textDocument/codeLens`: over each training, how far its conversion is, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.conversion.plan import states
from farandole.rules.rule import Status
from lsprotocol import types

from farandole_server.analysis import Analysis, Snapshot
from farandole_server.diagnostics import analyses_of
from farandole_server.server import Server
from farandole_server.texts import Text
from farandole_server.worker import Token

METHOD = types.TEXT_DOCUMENT_CODE_LENS


def options() -> types.CodeLensOptions:
    """Lenses come whole."""
    return types.CodeLensOptions()


async def handle(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Give the lenses of an open document."""
    uri = params.text_document.uri

    def work(snapshot: Snapshot, token: Token) -> list[types.CodeLens]:
        text = snapshot.texts.text(uri)
        if text is None or not snapshot.settings_for(text.path).code_lens:
            return []
        analyses = analyses_of(ls.analyst, snapshot, text, token)
        return [lens for analysis in analyses for lens in _lenses(analysis, snapshot, text, uri)]

    return await ls.ask(work, uri)


def _lenses(analysis: Analysis, snapshot: Snapshot, text: Text, uri: str) -> Iterator[types.CodeLens]:
    trainings = analysis.script.trainings if analysis.script is not None else ()
    for index, training in enumerate(trainings):
        if training.document.path != text.path:
            continue
        part = text.part(training.span)
        if part.uri != uri:
            continue
        arguments = [uri] if len(trainings) == 1 else [uri, index]
        known = states(analysis.findings, training).values()
        done = sum(status is Status.DONE for status in known)
        reading = "" if snapshot.indexed else ", project not read yet"
        title = f"{training.label} ({training.pattern.value}): {done} of {len(known)} steps done{reading}"
        yield types.CodeLens(part.range, types.Command(title, "farandole.preview", arguments=arguments))
        if done < len(known):
            yield types.CodeLens(part.range, types.Command("Distribute", "farandole.distribute", arguments=arguments))
            yield types.CodeLens(part.range, types.Command("Preview", "farandole.preview", arguments=arguments))
        yield types.CodeLens(part.range, types.Command("Verify", "farandole.verify", arguments=[uri]))
