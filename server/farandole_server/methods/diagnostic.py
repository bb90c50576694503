"""`textDocument/diagnostic`: diagnostics for clients that ask for them."""

from __future__ import annotations

import hashlib

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from farandole_server import diagnostics
from farandole_server.analysis import Snapshot
from farandole_server.server import Server
from farandole_server.worker import Token

METHOD = types.TEXT_DOCUMENT_DIAGNOSTIC

_AGAIN = types.DiagnosticServerCancellationData(retrigger_request=True)


def options() -> types.DiagnosticOptions:
    """Say that a change in one file may change the diagnostics of another."""
    return types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="farandole")


def is_wanted(capabilities: types.ClientCapabilities) -> bool:
    """Ask whether the client asks."""
    return capabilities.text_document is not None and capabilities.text_document.diagnostic is not None


async def handle(ls: Server, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """Give the diagnostics of an open document, or say that they are those given before."""
    uri = params.text_document.uri

    def work(snapshot: Snapshot, token: Token) -> list[types.Diagnostic]:
        text = snapshot.texts.text(uri)
        found = diagnostics.diagnostics(ls.analyst, snapshot, text, token) if text is not None else {}
        return found.get(uri, (None, []))[1]

    try:
        found = await ls.ask(work, uri)
    except JsonRpcContentModified as error:
        raise JsonRpcException(error.message, types.LSPErrorCodes.ServerCancelled, _AGAIN) from error
    listed = [diagnostics.for_client(each, ls.client_capabilities) for each in found]
    number = hashlib.sha256(repr(listed).encode("utf-8", "replace")).hexdigest()[:16]
    if number == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(number)
    return types.RelatedFullDocumentDiagnosticReport(listed, result_id=number)
