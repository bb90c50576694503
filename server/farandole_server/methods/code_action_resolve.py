"""`codeAction/resolve`: the edits of an action that was chosen."""

from __future__ import annotations

from lsprotocol import types

from farandole_server.applying import edit_for
from farandole_server.server import Server

METHOD = types.CODE_ACTION_RESOLVE


async def handle(ls: Server, params: types.CodeAction) -> types.CodeAction:
    """Give the action with its edits; raises ContentModified when what it was offered for has changed."""
    if params.edit is None and params.disabled is None:
        params.edit = await edit_for(ls, params.data)
    return params
