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


def asked_by_hook(script: Script, document: Document, node: ast.Attribute) -> tuple[Document, ast.expr] | None:
    """Give what a hook has let a session fetch that its `after_run` reads as `values.results`."""
    method = document.scope(node)
    owner = document.parent(method)
    if not isinstance(method, ast.FunctionDef) or method.name != "after_run" or not isinstance(owner, ast.ClassDef):
        return None
    if not isinstance(node.value, ast.Name) or [each.arg for each in method.args.args[2:3]] != [node.value.id]:
        return None
    before = next((each for each in owner.body if getattr(each, "name", "") == "before_run"), None)
    returned = script.slices.returned(before) if isinstance(before, ast.FunctionDef) else ()
    asked = [call for call in map(script.call, returned) if call is not None and _ARGUMENTS in call.names]
    fetches = asked[0].argument("fetches") if len(asked) == len(returned) == 1 else None
    return (document, fetches) if fetches is not None else None


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
