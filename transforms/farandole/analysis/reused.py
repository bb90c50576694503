"""Generators that give one object again and again, filled anew: what was given before is then no longer there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.loops import loops_around
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Program
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import methods_of
from farandole.source import Document

_NEXT = ("__next__", "next")
_ITERATION = ("__iter__", *_NEXT)
_VIEWS = frozenset({"T", "asarray", "expand_dims", "ravel", "reshape", "squeeze", "swapaxes", "transpose", "view"})
"""Attributes, methods and functions that give an array in another form, which is still the same."""
_CHANGING = frozenset({"append", "clear", "extend", "fill", "pop", "popleft", "remove", "resize", "update"})
_PLACES = (ast.Name, ast.Attribute)


def gives_again(program: Program, node: ast.expr) -> bool:
    """Say whether what an expression iterates over gives an object that it has given before, with other content."""
    return any(
        _is_given_again(document, function, item)
        for document, function in _functions(program, node)
        for item in _items(document, function)
    )


def _functions(program: Program, node: ast.expr) -> Iterator[tuple[Document, FunctionNode]]:
    """Yield the functions of the project that give the items: generators, and methods of an object that iterates."""
    for value in program.values(node):
        creation = program.creation(value) if isinstance(value, Instance) else None
        for function in creation.functions if creation is not None else ():
            if isinstance(function.site.node, FunctionNode):
                yield function.site.module.document, function.site.node
        owner = value.of if isinstance(value, Instance) else None
        for method in methods_of(program, owner, _ITERATION) if isinstance(owner, Class) else ():
            if isinstance(method, FunctionNode):
                yield program.flow.scopes[method].module.document, method


def _items(document: Document, function: FunctionNode) -> Iterator[ast.expr]:
    """Yield the expressions that a function yields, or that a method for the next item returns."""
    is_next = getattr(function, "name", "") in _NEXT
    for node in document.within(function, ast.Return if is_next else ast.Yield):
        value = getattr(node, "value", None)
        if isinstance(value, ast.expr) and document.scope(node) is function:
            yield value


def _is_given_again(document: Document, function: FunctionNode, item: ast.expr) -> bool:
    """Say whether an item holds what no turn binds anew, and what a turn changes, or holds nothing else."""
    loop = next(loops_around(document, item), None)
    if loop is None and getattr(function, "name", "") not in _NEXT:
        return False
    turn = document.within(loop.node if loop is not None else function)
    bound = {ast.unparse(each) for each in turn if isinstance(each, _PLACES) and isinstance(each.ctx, ast.Store)}
    kept = [each for each in _held(item) if _root(each) not in bound and ast.unparse(each) not in bound]
    changed = {ast.unparse(each) for node in turn for each in _changed(node)}
    return any(ast.unparse(each) in changed for each in kept) or (bool(kept) and _is_plain(item, kept))


def _held(item: ast.expr) -> Iterator[ast.expr]:
    """Yield the names and attributes that an item is, holds, or is a view of."""
    match item:
        case ast.Name() | ast.Attribute() if not (isinstance(item, ast.Attribute) and item.attr in _VIEWS):
            yield item
        case ast.Tuple(parts) | ast.List(parts):
            for each in parts:
                yield from _held(each)
        case ast.Dict(values=parts):
            for each in parts:
                yield from _held(each)
        case ast.Starred(inner) | ast.Subscript(inner, ast.Slice()) | ast.Attribute(inner):
            yield from _held(inner)
        case ast.IfExp(_, then, otherwise):
            yield from (*_held(then), *_held(otherwise))
        case ast.Call(ast.Attribute(inner, method), arguments) if method in _VIEWS:
            for each in (inner, *arguments[:1]):
                yield from _held(each)


def _changed(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a node changes in place: by its items, by an operator, or by a method that is called for that."""
    match node:
        case ast.Subscript(value, ctx=ast.Store() | ast.Del()):
            yield value
        case ast.Call(ast.Attribute(value, method)) if method in _CHANGING:
            yield value
        case ast.keyword("out", value):
            yield value


def _is_plain(item: ast.expr, kept: list[ast.expr]) -> bool:
    """Say whether an item is nothing but what is kept from turn to turn: it must be changed, wherever that is done."""
    inside = {node for each in kept for node in ast.walk(each)}
    displays = (ast.Tuple, ast.List, ast.Dict, ast.Constant, ast.expr_context)
    return all(node in inside or isinstance(node, displays) for node in ast.walk(item))


def _root(node: ast.expr) -> str:
    """Give the name at the beginning of an attribute, or the name itself."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
