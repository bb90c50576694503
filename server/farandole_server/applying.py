"""The edits of what was offered, as long as nothing has changed since."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams

from farandole_server import actions
from farandole_server.actions import Offer
from farandole_server.analysis import Snapshot
from farandole_server.removing import REMOVE, keep_originals, removal_of
from farandole_server.server import Server
from farandole_server.worker import Token


async def edit_for(server: Server, data: Any) -> types.WorkspaceEdit:
    """Give the edits of an offer, by its data.

    Raises ContentModified when anything that it was made from has changed, Refused when it can't be done, and
    InvalidParams when the data are not ours.
    """
    if not isinstance(data, Mapping):
        raise JsonRpcInvalidParams("the action has no data of this server")
    try:
        offer, entry, state = Offer.of(data), Path(data["entry"]), data["state"]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise JsonRpcInvalidParams("the action's data are not of this server") from error
    before = server.texts

    def work(snapshot: Snapshot, token: Token) -> types.WorkspaceEdit:
        analysis = server.analyst.analysis(snapshot, entry, token.check)
        if analysis.state != state:
            raise JsonRpcContentModified("the text has changed since the action was offered")
        if offer.kind == REMOVE:
            return actions.workspace_edit(removal_of(analysis), snapshot, server.client_capabilities)
        plan = actions.checked_plan_of(offer, analysis, token.check)
        keep_originals(plan)
        return actions.workspace_edit(plan, snapshot, server.client_capabilities, offer.look)

    edit = await server.ask(work, None)
    if server.texts is not before:
        raise JsonRpcContentModified("the text has changed meanwhile")
    return edit
