"""`workspace/didChangeWatchedFiles`: what changes on the disk, one file or a thousand at once."""

from __future__ import annotations

from lsprotocol import types

from farandole_server.server import Server

METHOD = types.WORKSPACE_DID_CHANGE_WATCHED_FILES


async def handle(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Look at the disk again, once for all."""
    if params.changes:
        ls.files_changed(any(change.type != types.FileChangeType.Changed for change in params.changes))
