"""`workspace/didChangeWorkspaceFolders`: folders come and go."""

from __future__ import annotations

from lsprotocol import types

from farandole_server.server import Server

METHOD = types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS


async def handle(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Know the new folders and their settings."""
    gone = {folder.uri for folder in params.event.removed}
    kept = [types.WorkspaceFolder(uri, "") for uri in ls.folders if uri not in gone]
    ls.set_folders([*kept, *params.event.added])
    await ls.read_settings()
    ls.files_changed(came_or_went=True)
