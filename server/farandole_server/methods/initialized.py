"""`initialized`: settings are asked for, files watched, the workspace searched."""

from __future__ import annotations

import contextlib

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from farandole_server.server import Server

METHOD = types.INITIALIZED

_WATCHED = ("**/*.py", "**/*.toml")


async def handle(ls: Server, params: types.InitializedParams) -> None:
    """Begin to work."""
    process = ls.process_id
    if process is not None:
        ls.spawn(ls.watch_parent(process))
    if ls.initial_settings is not None:
        for folder in list(ls.settings):
            ls.take_settings(folder, ls.initial_settings)
    await ls.read_settings()
    ls.settings_known.set()
    registrations = []
    if ls.can("workspace.did_change_watched_files.dynamic_registration"):
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registrations.append(types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if ls.can("workspace.did_change_configuration.dynamic_registration"):
        registrations.append(
            types.Registration("settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": "farandole"})
        )
    if registrations:
        with contextlib.suppress(JsonRpcException):
            await ls.client_register_capability_async(types.RegistrationParams(registrations))
    ls.reindex()
