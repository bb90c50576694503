"""`workspace/didRenameFiles`: what the user has renamed in the editor, for clients that don't watch files."""

from __future__ import annotations

from lsprotocol import types

from farandole_server.server import FILES, Server

METHOD = types.WORKSPACE_DID_RENAME_FILES


def options() -> types.FileOperationRegistrationOptions:
    """Ask for the files that are read."""
    return FILES


async def handle(ls: Server, params: types.RenameFilesParams) -> None:
    """Look at the disk again."""
    ls.files_changed(came_or_went=True)
