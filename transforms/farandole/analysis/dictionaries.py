"""What dictionaries hold when a call is passed them by `**`: what they are made with, and what is put in."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from farandole.analysis.nodes import Loop
from farandole.analysis.scopes import FunctionNode
from farandole.source import Document

Items = Mapping[str, ast.expr]


def items_of(node: ast.AST) -> Items | None:
    """Give what stands in a dictionary that is written down, by key; None for what may have more."""
    match node:
        case ast.Dict(keys, values):
            names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
            texts = [name for name in names if isinstance(name, str)]
            return dict(zip(texts, values, strict=True)) if len(texts) == len(keys) else None
        case ast.Call(ast.Name("dict"), [], keywords) if all(each.arg for each in keywords):
            return {str(each.arg): each.value for each in keywords}
    return None


def items_at(document: Document, made: ast.expr, uses: Iterable[ast.Name], node: ast.Name) -> Items | None:
    """Give the items of a dictionary, under a name with some uses, where a node reads it; None where it is not told.

    All that may be done with it before is to put items in by statements that are always run between.
    """
    found = items_of(made)
    for use in sorted(uses, key=lambda each: document.span(each).start):
        if found is None:
            return None
        if use is node:
            continue
        added = _put_in(document, use)
        if added is None or not _is_always_between(document, made, document.statement(use), node):
            return None
        found = {**found, **added}
    return found


def _put_in(document: Document, use: ast.Name) -> Items | None:
    """Give what a statement with a use of a dictionary puts in, where it does nothing more with it."""
    match document.statement(use):
        case ast.Assign([ast.Subscript(holder, ast.Constant(str() as key))], value) if holder is use:
            return {key: value}
        case ast.Expr(ast.Call(ast.Attribute(holder, "update"), given, keywords)) if holder is use:
            texts = {each.arg: each.value for each in keywords if each.arg is not None}
            display = items_of(given[0]) if given else {}
            return {**display, **texts} if display is not None and len(texts) == len(keywords) else None
    return None


def _is_always_between(document: Document, made: ast.expr, statement: ast.stmt, node: ast.Name) -> bool:
    """Say whether a statement is run each time between a dictionary is made and a node reads it."""
    read = document.span(node).start
    ordered = document.span(made).end <= document.span(statement).start and document.span(statement).end <= read
    block = document.block(statement)
    turning = [each for each in document.ancestors(statement) if isinstance(each, Loop | FunctionNode)]
    own = [each for each in document.ancestors(made) if isinstance(each, Loop | FunctionNode)]
    return ordered and turning == own and any(document.contains(each, node) for each in block)
