"""`initialize`: what the client can do decides what the server offers."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.uris import from_fs_path

from farandole_server import commands, logs
from farandole_server.methods import register
from farandole_server.server import Server

METHOD = types.INITIALIZE


async def handle(ls: Server, params: types.InitializeParams) -> None:
    """Take the client's folders and options, and register what it can use.

    `initializationOptions` may have `settings` (for clients without `workspace/configuration`), `trusted`, which says
    that the workspace's own virtual environment may be read, `hoverHasDiagnostics`, which says that the client shows
    the diagnostics of a place in its hover, `messagesHaveButtons`, which says that a question in a message does not
    keep the user from going on, `logLevel` and `logTo` (`stderr` or `client`).
    """
    options: dict[str, Any] = params.initialization_options if isinstance(params.initialization_options, dict) else {}
    level = options.get("logLevel")
    if level in logs.LEVELS:
        logs.start(level)
    if options.get("logTo") == "client":
        ls.log_to_client(level if level in logs.LEVELS else "info")
    ls.trusted = options.get("trusted") is True
    ls.hover_has_diagnostics = options.get("hoverHasDiagnostics") is True
    ls.messages_have_buttons = options.get("messagesHaveButtons") is True
    ls.set_folders(_folders(params))
    ls.initial_settings = options.get("settings")
    text = params.capabilities.text_document
    ls.pushes = text is None or text.diagnostic is None
    register(ls, params.capabilities)
    commands.register(ls)


def _folders(params: types.InitializeParams) -> list[types.WorkspaceFolder]:
    if params.workspace_folders:
        return list(params.workspace_folders)
    if params.root_uri:
        return [types.WorkspaceFolder(params.root_uri, "root")]
    if params.root_path:
        uri = from_fs_path(params.root_path)
        return [types.WorkspaceFolder(uri, "root")] if uri else []
    return []
