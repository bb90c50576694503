"""Samples that a function is given by callers which are not seen."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import ways_to
from farandole.analysis.scopes import FunctionNode, needed_parameters
from farandole.frameworks.script import Script
from farandole.source import Document

_GIVING_THEIR_ITEMS = frozenset(
    f"builtins.{name}" for name in ("enumerate", "list", "reversed", "sorted", "tuple", "zip")
)
_READING = frozenset(f"numpy.{name}" for name in ("fromfile", "genfromtxt", "load", "loadtxt", "memmap"))


def given_unseen(script: Script, place: Document, reader: ast.stmt, made: frozenset[ast.AST]) -> Iterator[str]:
    """Yield, quoted, the parameters that hold the samples a statement reads, of functions that no call is seen of.

    `made` are the nodes that the samples are made of. A parameter that a function is given to read samples by, such as
    the name of a file, is none. Where the script itself comes to the statement, what it does not call gives nothing.
    """
    found: dict[str, None] = {}
    scopes = {scope for _, scope, _ in ways_to(script, place, reader)}
    comes_itself = any(isinstance(scope, ast.Module) for scope in scopes)
    for document in script.documents:
        for node in document.nodes(ast.Name):
            function = script.function(document, node) if node in made else None
            if function is None or script.callers(function) or not _is_parameter(function, node.id):
                continue
            if comes_itself and function not in scopes:
                continue
            calls = (each for each in document.ancestors(node) if isinstance(each, ast.Call))
            if all(_holds_what_it_is_given(script, call) for call in calls):
                found[document.quote(node)] = None
    yield from found


def is_given_unseen(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether an expression is a parameter, of a function that no call is seen of."""
    function = script.function(document, node) if isinstance(node, ast.Name) else None
    if function is None or script.callers(function):
        return False
    return isinstance(node, ast.Name) and _is_parameter(function, node.id)


def _is_parameter(function: FunctionNode, name: str) -> bool:
    """Say whether a name is a parameter that samples may be given by: neither the first of a method, nor with a default."""
    return name in needed_parameters(function) and name not in ("self", "cls")


def _holds_what_it_is_given(script: Script, node: ast.Call) -> bool:
    """Say whether a call gives an array or list of what it is given, or trains on that."""
    call = script.call(node)
    if call is None or not call.names:
        return False
    if any(node is step.node for training in script.trainings for step in training.steps):
        return True
    arrays = all(name.startswith("numpy.") for name in call.names) and call.names.isdisjoint(_READING)
    return arrays or call.names <= _GIVING_THEIR_ITEMS
