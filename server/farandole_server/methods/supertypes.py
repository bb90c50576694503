"""`typeHierarchy/supertypes`: what a class derives from, up to the library's classes."""

from __future__ import annotations

from farandole.analysis.points_to.values import Class
from farandole.frameworks.lookup import bases
from lsprotocol import types

from farandole_server.analysis import Snapshot
from farandole_server.hierarchy import analysis_of, item, library_item, named
from farandole_server.server import Server
from farandole_server.worker import Token

METHOD = types.TYPE_HIERARCHY_SUPERTYPES


async def handle(ls: Server, params: types.TypeHierarchySupertypesParams) -> list[types.TypeHierarchyItem]:
    """Give the direct bases of an item's class."""

    def work(snapshot: Snapshot, token: Token) -> list[types.TypeHierarchyItem]:
        known = analysis_of(ls, snapshot, params.item.data, token)
        script = known[0].script if known is not None else None
        owner = named(script, known[1]) if known is not None and script is not None else None
        if known is None or script is None or owner is None:
            return []
        return [
            item(base, known[0], snapshot) if isinstance(base, Class) else library_item(base, params.item)
            for base in bases(script, owner)
        ]

    return await ls.ask(work, params.item.uri)
