"""Hooks that a project gives its sessions: what they let each run fetch and feed, and where they end the training."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.source import Document

_ARGUMENTS = "tensorflow.train.SessionRunArgs"
_ENDS = ("OutOfRangeError", "StopIteration")
"""The errors by which a monitored session ends as if it had been asked to."""


@answered_once
def run_arguments(script: Script) -> tuple[Call, ...]:
    """Give the calls by which hooks say what a session fetches, and is fed, beside what it is asked for."""
    return tuple(script.calls_to(_ARGUMENTS))


def fetched(script: Script, document: Document, node: ast.AST) -> tuple[Document, ast.expr] | None:
    """Give what a hook has let a session fetch that a node reads in its `after_run`, as `values.results` does."""
    match node:
        case ast.Subscript(inner, ast.Constant(key)):
            whole = fetched(script, document, inner)
            given = script.slices.bound(*whole) if whole is not None else None
            part = _part(given, key) if given is not None else None
            return (document, part) if part is not None else None
        case ast.Attribute(ast.Name(name), "results"):
            method = document.scope(node)
            owner = document.parent(method)
        case _:
            return None
    if not isinstance(method, ast.FunctionDef) or method.name != "after_run" or not isinstance(owner, ast.ClassDef):
        return None
    if [each.arg for each in method.args.args[2:3]] != [name]:
        return None
    before = next((each for each in owner.body if getattr(each, "name", "") == "before_run"), None)
    returned = script.slices.returned(before) if isinstance(before, ast.FunctionDef) else ()
    asked = [call for call in map(script.call, returned) if call is not None and _ARGUMENTS in call.names]
    fetches = asked[0].argument("fetches") if len(asked) == len(returned) == 1 else None
    return (document, fetches) if fetches is not None else None


def _part(fetches: ast.AST, key: object) -> ast.expr | None:
    """Give the fetch at a place of a list, or by a name, that is written out."""
    match fetches, key:
        case ((ast.List(elements) | ast.Tuple(elements)), int(place)) if 0 <= place < len(elements):
            return elements[place]
        case ast.Dict(keys, values), _:
            named = zip(keys, values, strict=True)
            return next((value for each, value in named if isinstance(each, ast.Constant) and each.value == key), None)
    return None


def stops(script: Script, creation: Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield where the methods of a project's hook ask a session to stop, or end it by an error that says so."""
    for value in script.values(creation.node):
        if not isinstance(value, Instance) or not isinstance(value.of, Class) or value.site.node is not creation.node:
            continue
        if script.role_of_class(value.of) != "hook":
            continue
        for ancestor in (each for each in script.flow.mro(value.of) if isinstance(each, Class)):
            document = ancestor.site.module.document
            for node in document.within(ancestor.site.node, ast.Call, ast.Raise):
                match node:
                    case ast.Call(ast.Attribute(attr="request_stop") as asked):
                        yield document, asked
                    case ast.Raise(ast.Call(error) | (ast.Name() | ast.Attribute() as error)) if _ends(error):
                        yield document, error


def _ends(error: ast.expr) -> bool:
    """Say whether an error is one by which a session ends."""
    return getattr(error, "id", getattr(error, "attr", "")) in _ENDS
