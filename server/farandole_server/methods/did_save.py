"""`textDocument/didSave`: for clients that don't watch files, a sign that the disk has changed."""

from __future__ import annotations

from lsprotocol import types

from farandole_server.server import Server

METHOD = types.TEXT_DOCUMENT_DID_SAVE


def options() -> types.SaveOptions:
    """Ask for the notification without the text."""
    return types.SaveOptions(include_text=False)


async def handle(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    """Look at the disk again where nobody tells when it changes."""
    ls.saved(params.text_document.uri)
    if not ls.can("workspace.did_change_watched_files.dynamic_registration"):
        ls.files_changed(came_or_went=True)
