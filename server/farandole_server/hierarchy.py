"""The classes of a project as items of a type hierarchy."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from farandole.analysis.points_to.values import Class, Library
from farandole.frameworks.lookup import class_name, classes
from farandole.frameworks.script import Script
from farandole.source import Span
from lsprotocol import types

from farandole_server.analysis import Analysis, Snapshot
from farandole_server.server import Server
from farandole_server.worker import Token


def item(owner: Class, analysis: Analysis, snapshot: Snapshot) -> types.TypeHierarchyItem:
    """Give the item of a project's class."""
    document, node = owner.site.module.document, owner.site.node
    assert isinstance(node, ast.ClassDef)
    view = snapshot.view(document)
    span = document.span(node)
    head = document.span(node.decorator_list[-1]).end if node.decorator_list else span.start
    start = document.text.index(node.name, document.text.index("class", head) + len("class"))
    part = view.part(span)
    return types.TypeHierarchyItem(
        name=node.name,
        kind=types.SymbolKind.Class,
        uri=part.uri,
        range=part.range,
        selection_range=view.part(Span(start, start + len(node.name))).range,
        detail=class_name(owner),
        data={"entry": str(analysis.entry), "name": class_name(owner)},
    )


def library_item(owner: Library, below: types.TypeHierarchyItem) -> types.TypeHierarchyItem:
    """Give the item of a library's class, which has no source here: it stands where the class below it does."""
    return types.TypeHierarchyItem(
        name=owner.name.rpartition(".")[2],
        kind=types.SymbolKind.Class,
        uri=below.uri,
        range=below.range,
        selection_range=below.selection_range,
        detail=owner.name,
        data={**(below.data if isinstance(below.data, Mapping) else {}), "name": owner.name},
    )


def named(script: Script, name: str) -> Class | None:
    """Give the project's class with a qualified name."""
    return next((each for each in classes(script) if class_name(each) == name), None)


def analysis_of(server: Server, snapshot: Snapshot, data: Any, token: Token) -> tuple[Analysis, str] | None:
    """Give the analysis that an item came from, and the name of its class; None for items that are not ours."""
    if not isinstance(data, Mapping) or not isinstance(data.get("entry"), str) or not isinstance(data.get("name"), str):
        return None
    return server.analyst.analysis(snapshot, Path(data["entry"]), token.check), data["name"]
