"""Diagnostics for clients that don't ask for them, as they were pushed last."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from farandole_server.diagnostics import Versioned, for_client


class Publisher:
    """What the client was told of each document; only what is new is pushed."""

    def __init__(self, server: LanguageServer) -> None:
        """Start with nothing told."""
        self._server = server
        self._told: dict[str, Versioned] = {}

    def put(self, found: Mapping[str, Versioned]) -> None:
        """Push the diagnostics of documents, by address, where they are not those shown already."""
        capabilities = self._server.client_capabilities
        knows_versions = get_capability(capabilities, "text_document.publish_diagnostics.version_support", False)
        for uri, (version, listed) in found.items():
            new = version, [for_client(each, capabilities) for each in listed]
            if self._told.get(uri) != new:
                self._told[uri] = new
                params = types.PublishDiagnosticsParams(uri, new[1], version if knows_versions else None)
                self._server.text_document_publish_diagnostics(params)

    def clear(self, uri: str) -> None:
        """Take the diagnostics of a document away."""
        if self._told.pop(uri, None) is not None:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
