"""`typeHierarchy/subtypes`: the classes of the project that derive from a class."""

from __future__ import annotations

from farandole.frameworks.lookup import subclasses
from lsprotocol import types

from farandole_server.analysis import Snapshot
from farandole_server.hierarchy import analysis_of, item
from farandole_server.server import Server
from farandole_server.worker import Token

METHOD = types.TYPE_HIERARCHY_SUBTYPES


async def handle(ls: Server, params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem]:
    """Give the project's direct subclasses of an item's class."""

    def work(snapshot: Snapshot, token: Token) -> list[types.TypeHierarchyItem]:
        known = analysis_of(ls, snapshot, params.item.data, token)
        if known is None or known[0].script is None:
            return []
        return [item(owner, known[0], snapshot) for owner in subclasses(known[0].script, known[1])]

    return await ls.ask(work, params.item.uri)
