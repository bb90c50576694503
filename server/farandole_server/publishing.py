"""Diagnostics for clients that don't ask for them, and new requests from those that do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from farandole_server.diagnostics import diagnostics, for_client
from farandole_server.texts import Text
from farandole_server.worker import Priority, Token

if TYPE_CHECKING:
    from farandole_server.server import Server


async def publish(server: Server) -> None:
    """Push the diagnostics of everything that is open; a newer change ends this and starts anew."""
    if not server.pushes:
        return
    for text in [*server.texts][::-1]:
        await _publish(server, text)


async def _publish(server: Server, text: Text) -> None:
    snapshot, analyst = server.snapshot(), server.analyst

    def work(token: Token) -> dict[str, tuple[int | None, list[types.Diagnostic]]]:
        return diagnostics(analyst, snapshot, text, token)

    server.refreshing = server.worker.submit(Priority.REFRESH, work)
    found = await server.refreshing
    for uri, (version, listed) in found.items():
        known = [for_client(each, server.client_capabilities) for each in listed]
        server.publish(uri, version, known)
