"""`shutdown`: all work ends."""

from __future__ import annotations

from lsprotocol import types

from farandole_server.server import Server

METHOD = types.SHUTDOWN


async def handle(ls: Server, params: None) -> None:
    """End all work; the process stays until `exit`."""
    ls.stopped_by_client = True
    ls.stop()
