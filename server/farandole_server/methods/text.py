"""`farandole/text`: the text that the server has of a document, to look for what a client and a server disagree on."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from farandole_server.server import Server

METHOD = "farandole/text"


async def handle(ls: Server, params: Any) -> dict[str, Any] | None:
    """Give the version and the text of an open document or cell, nothing for others; raises when no URI is given."""
    uri = getattr(params, "uri", None)
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`uri` must be the address of a document")
    buffer = ls.texts.buffer(uri)
    return {"version": buffer.version, "text": buffer.lines.text} if buffer is not None else None
