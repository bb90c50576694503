"""`workspace/didChangeConfiguration`: settings are read anew."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types

from farandole_server.configuration import SECTION
from farandole_server.server import Server

METHOD = types.WORKSPACE_DID_CHANGE_CONFIGURATION


async def handle(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    """Ask the client for its settings, or take those that it sends where it can't be asked."""
    if ls.can("workspace.configuration"):
        await ls.read_settings()
    elif isinstance(params.settings, Mapping):
        for folder in list(ls.settings):
            ls.take_settings(folder, params.settings.get(SECTION))
    ls.reindex()
    ls.ask_client_to_refresh()
