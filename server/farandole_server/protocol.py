"""The protocol of pygls, with documents of our own and an answer to every message."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Protocol

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCMessage
from pygls.protocol.language_server import lsp_method

log = logging.getLogger(__name__)

_CHANGES = (types.TEXT_DOCUMENT_DID_CHANGE, types.NOTEBOOK_DOCUMENT_DID_CHANGE)


class Session(Protocol):
    """What is told of the client's documents, and of the end."""

    def opened(self, item: types.TextDocumentItem) -> None:
        """Hear of a file that was opened."""

    def changed(self, uri: str, version: int | None, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Hear of changes in a file."""

    def closed(self, uri: str) -> None:
        """Hear of a file that was closed."""

    def opened_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Hear of a notebook that was opened."""

    def changed_notebook(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Hear of changes in a notebook."""

    def closed_notebook(self, uri: str) -> None:
        """Hear of a notebook that was closed."""

    def lost(self, uri: str) -> None:
        """Hear of a change of a document that was not understood."""

    def shut_down(self) -> None:
        """Hear that the client wants no more."""


class ServerProtocol(LanguageServerProtocol):
    """What differs from pygls: its texts split lines as Python does and trust every change, ours do not."""

    session: Session

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Open a file."""
        self.session.opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change the text of a file."""
        self.session.changed(params.text_document.uri, params.text_document.version, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Close a file."""
        self.session.closed(params.text_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Open a notebook."""
        self.session.opened_notebook(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Change the cells of a notebook."""
        self.session.changed_notebook(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """Close a notebook."""
        self.session.closed_notebook(params.notebook_document.uri)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: object) -> None:  # type: ignore[override]  # pygls' own is a generator
        """End all work and all requests; the process stays until `exit`. An ended request may have ended others."""
        self.session.shut_down()
        for future in list(self._request_futures.values()):
            future.cancel()
        self._shutdown = True

    def handle_message(self, message: RPCMessage) -> None:
        """Delegate a message to its handler; refuse requests before `initialize` and after `shutdown`."""
        method, number = getattr(message, "method", None), getattr(message, "id", None)
        if method is not None and method not in (types.INITIALIZE, types.EXIT):
            if self._workspace is None:
                self._refuse(method, number, JsonRpcServerNotInitialized("the server is not initialised"))
                return
            if self._shutdown:
                self._refuse(method, number, JsonRpcInvalidRequest("the server is shutting down"))
                return
        super().handle_message(message)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Give the typed message; a request that is none is answered with the reason, without an id if it has none."""
        number = data.get("id")
        if "jsonrpc" in data and "method" in data and not isinstance(number, int | str | None):
            error = JsonRpcInvalidRequest("an id must be a number or a text")
            self._send_response(None, error=error.to_response_error())  # type: ignore[arg-type]  # as JSON-RPC says
            raise error
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._refuse(str(data["method"]), data["id"], error)
            elif data.get("method") in _CHANGES:
                self._not_understood(data.get("params"))
            raise

    def _refuse(self, method: str, number: Any, error: JsonRpcException) -> None:
        log.warning("refused %s: %s", method, error.message)
        if number is not None:
            self._send_response(number, error=error.to_response_error())

    def _not_understood(self, params: Any) -> None:
        """Tell the session of a change that is none: its text is not the client's any more."""
        for key in ("textDocument", "notebookDocument"):
            document = params.get(key) if isinstance(params, dict) else None
            if isinstance(document, dict) and isinstance(uri := document.get("uri"), str):
                self.session.lost(uri)


def internal_error(method: str, error: Exception) -> JsonRpcInternalError:
    """Log an exception and give what the client may see of it."""
    log.error("%s failed: %s: %s", method, type(error).__name__, error, exc_info=error)
    return JsonRpcInternalError(f"{method} failed: {type(error).__name__}; the server's log tells more")
