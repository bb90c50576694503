"""What sessions feed to the placeholders of a TensorFlow 1 graph."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.source import Document

PLACEHOLDERS = frozenset({"tensorflow.placeholder", "tensorflow.placeholder_with_default"})


def fed(script: Script, runs: Iterable[Call], placeholders: Collection[Value]) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what some runs feed to some placeholders, by dictionaries that are written out or filled beside the run."""
    for document, key, value in entries(script, runs if placeholders else ()):
        if not script.values(key).isdisjoint(placeholders):
            yield document, value


def of_fixed_length(script: Script, runs: Iterable[Call]) -> Iterator[Call]:
    """Yield the calls that make the placeholders which some runs feed, where their first dimension is a number.

    A dimension that may be None takes any number of samples, and an unknown shape is left out.
    """
    for _, key, _ in entries(script, runs):
        for each in script.values(key):
            made = script.creation(each) if isinstance(each, Instance) else None
            if made is not None and not made.names.isdisjoint(PLACEHOLDERS) and _is_fixed(script, made):
                yield made


def entries(script: Script, runs: Iterable[Call]) -> Iterator[tuple[Document, ast.expr, ast.expr]]:
    """Yield the keys and values of dictionaries that are written out and feed some runs, and of what is put there."""
    for run in runs:
        feed = run.argument("feed_dict")
        if isinstance(feed, ast.Name):
            yield from ((run.document, key, value) for key, value in _put(run.document, feed))
        given = script.slices.bound(run.document, feed) if feed is not None else None
        for key, value in zip(given.keys, given.values, strict=True) if isinstance(given, ast.Dict) else ():
            if key is not None:
                yield run.document, key, value


def _put(document: Document, feed: ast.Name) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the keys and values that are put, where a dictionary feeds a run, into that."""
    for node in document.within(document.scope(feed), ast.Assign, ast.Call):
        match node:
            case ast.Assign([ast.Subscript(ast.Name(name), key)], value) if name == feed.id:
                yield key, value
            case ast.Call(ast.Attribute(ast.Name(name), "update"), [ast.Dict(keys, values)]) if name == feed.id:
                yield from ((key, value) for key, value in zip(keys, values, strict=True) if key is not None)


def _is_fixed(script: Script, placeholder: Call) -> bool:
    shape = placeholder.argument("shape")
    if isinstance(shape, ast.Name | ast.Attribute):
        assigned = list(script.slices.assignments(placeholder.document, shape))
        shape = assigned[0].value if len(assigned) == 1 and not assigned[0].part else None
    match shape.left if isinstance(shape, ast.BinOp) else shape:
        case ast.List([first, *_]) | ast.Tuple([first, *_]):
            return not isinstance(first, ast.Starred) and script.constants(first).isdisjoint({None, -1, 1})
    return False


def placeholders_among(script: Script, nodes: Iterable[ast.AST]) -> frozenset[Value]:
    """Give the placeholders that some nodes make."""
    made = (call for call in map(script.call, nodes) if call is not None and not call.names.isdisjoint(PLACEHOLDERS))
    return frozenset(value for call in made for value in script.values(call.node))
