"""Variables that a script gives other values by arithmetic while it trains, such as the weight of a part of the loss.

Annealed so by the number of the step, they would change too slowly in a process that takes a part of the steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.def_use import Assignment
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import argument_for
from farandole.frameworks.horovod.rate_changes import rate_variables
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import PLACEHOLDERS, fed
from farandole.rules.horovod.rates.assigned import HYPERPARAMETERS
from farandole.source import Document

_SET_VALUE = "tensorflow.keras.backend.set_value"
_VARIABLES = frozenset({"tensorflow.Variable", "tensorflow.get_variable", "tensorflow.keras.backend.variable"})


def annealed(script: Script) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the values that a script gives its variables by more than counting; those of rates are told elsewhere."""
    placeholders: set[Value] = set()
    for call in script.calls:
        value = _new_value(script, call)
        if value is None:
            continue
        placeholders |= {each for each in script.values(value) if _is_made_by(script, each, PLACEHOLDERS)}
        if _computes(script, call.document, value, frozenset()):
            yield call.document, value
    runs = script.calls_to("tensorflow.Session.run") if placeholders else ()
    yield from (each for each in fed(script, runs, placeholders) if _computes(script, *each, frozenset()))


def _new_value(script: Script, call: Call) -> ast.expr | None:
    """Give the value that a call gives a variable, which is none of a rate or of another hyperparameter of an optimizer."""
    if _SET_VALUE in call.names:
        variable = call.argument("x")
        is_of_optimizer = isinstance(variable, ast.Attribute) and variable.attr in HYPERPARAMETERS
        if variable is None or is_of_optimizer or not script.values(variable).isdisjoint(rate_variables(script)):
            return None
        return call.argument("value")
    if (
        call.attribute not in ("assign", "load")
        or not call.receivers
        or not rate_variables(script).isdisjoint(call.receivers)
    ):
        return None
    if not all(_is_made_by(script, each, _VARIABLES) for each in call.receivers):
        return None
    return call.argument("value") or next(iter(call.node.args), None)


def _is_made_by(script: Script, value: Value, names: frozenset[str]) -> bool:
    creation = script.creation(value) if isinstance(value, Instance) else None
    return creation is not None and not creation.names.isdisjoint(names)


def _computes(script: Script, document: Document, node: ast.expr, seen: frozenset[ast.AST]) -> bool:
    """Say whether an expression is computed by more than adding to, and converting, what it is computed from."""
    match node:
        case ast.BinOp(first, ast.Add() | ast.Sub(), second) | ast.IfExp(_, first, second):
            return any(_computes(script, document, each, seen) for each in (first, second))
        case ast.Call(
            ast.Name("int" | "float") | ast.Attribute(attr="cast" | "int32" | "int64" | "float32"), [given, *_]
        ):
            return _computes(script, document, given, seen)
        case ast.Name() if node not in seen:
            return any(_computes(script, *each, seen | {node}) for each in _given(script, document, node))
    return isinstance(node, ast.BinOp | ast.Call | ast.Subscript)


def _given(script: Script, document: Document, node: ast.Name) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what a name is assigned, or passed as a parameter."""
    home = script.scope(document, node).home(node.id)
    for each in script.def_use.names.get((home, node.id), ()) if home is not None else ():
        if isinstance(each, Assignment):
            if not each.part:
                yield each.document, each.value
        elif home is not None and isinstance(home.node, FunctionNode):
            given = (argument_for(script, call, home.node, node.id) for call in script.callers(home.node))
            yield from filter(None, given)
