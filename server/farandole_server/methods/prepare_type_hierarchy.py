"""`textDocument/prepareTypeHierarchy`: the class at a place."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.values import Class, Instance
from farandole.frameworks.lookup import classes, expression_at
from farandole.source import Document, Span
from lsprotocol import types

from farandole_server.analysis import Analysis, Snapshot
from farandole_server.diagnostics import analyses_of
from farandole_server.hierarchy import item
from farandole_server.server import Server
from farandole_server.worker import Token

METHOD = types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY


async def handle(ls: Server, params: types.TypeHierarchyPrepareParams) -> list[types.TypeHierarchyItem] | None:
    """Give the items of the classes that the name at a position may mean."""
    uri = params.text_document.uri

    def work(snapshot: Snapshot, token: Token) -> list[types.TypeHierarchyItem] | None:
        text = snapshot.texts.text(uri)
        if text is None:
            return None
        offset = text.offset(uri, params.position)
        for analysis in analyses_of(ls.analyst, snapshot, text, token):
            document = analysis.documents.get(text.path)
            found = _classes_at(analysis, document, Span(offset, offset)) if document is not None else []
            if found:
                return [item(owner, analysis, snapshot) for owner in found]
        return None

    return await ls.ask(work, uri)


def _classes_at(analysis: Analysis, document: Document, at: Span) -> list[Class]:
    script = analysis.script
    assert script is not None
    node = expression_at(document, at)
    if node is not None:
        values = script.values(node)
        own = [value for value in values if isinstance(value, Class)]
        own += [value.of for value in values if isinstance(value, Instance) and isinstance(value.of, Class)]
        return [each for each in classes(script) if each in own]
    heads = [
        each for each in classes(script) if each.site.module.document is document and _is_in_head(each, document, at)
    ]
    return heads[-1:]


def _is_in_head(owner: Class, document: Document, at: Span) -> bool:
    """Say whether a place is between `class` and the body."""
    node = owner.site.node
    assert isinstance(node, ast.ClassDef)
    return document.span(node).start <= at.start < document.span(node.body[0]).start
