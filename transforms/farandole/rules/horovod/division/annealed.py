"""Variables that a script gives other values by arithmetic while it trains, such as the weight of a part of the loss.

Annealed so by the number of the step, they would change too slowly in a process that takes a part of the steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.def_use import Assignment
from farandole.analysis.points_to.values import Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import passed_for
from farandole.frameworks.horovod.rate_changes import SET_VALUE, VARIABLES, is_made_by, rate_variables
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import PLACEHOLDERS, fed
from farandole.rules.horovod.rates.assigned import HYPERPARAMETERS
from farandole.source import Document


@answered_once
def annealed(script: Script) -> tuple[tuple[Document, ast.expr], ...]:
    """Give the values that a script gives its variables by more than counting; those of rates are told elsewhere."""
    return tuple(each for each in given_to_variables(script) if _computes(script, *each, frozenset()))


@answered_once
def given_to_variables(script: Script) -> tuple[tuple[Document, ast.expr], ...]:
    """Give the values that a script gives its variables, by way of placeholders too, but for those of rates."""
    given: list[tuple[Document, ast.expr]] = []
    placeholders: set[Value] = set()
    for call in script.calls:
        value = _new_value(script, call)
        if value is not None:
            given.append((call.document, value))
            placeholders |= {each for each in script.values(value) if is_made_by(script, each, PLACEHOLDERS)}
    runs = script.calls_to("tensorflow.Session.run") if placeholders else ()
    return (*given, *fed(script, runs, placeholders))


def _new_value(script: Script, call: Call) -> ast.expr | None:
    """Give the value that a call gives a variable, which is none of a rate or of another hyperparameter of an optimizer."""
    if SET_VALUE in call.names:
        variable = call.argument("x")
        is_of_optimizer = isinstance(variable, ast.Attribute) and variable.attr in HYPERPARAMETERS
        variables = script.values(variable) if variable is not None else frozenset()
        is_other = variable is not None and not is_of_optimizer
    else:
        variables = call.receivers if call.attribute in ("assign", "load") else frozenset()
        is_other = bool(variables) and all(is_made_by(script, each, VARIABLES) for each in variables)
    if not is_other or not rate_variables(script).isdisjoint(variables):
        return None
    return call.argument("value") or next(iter(call.node.args), None)


def _computes(script: Script, document: Document, node: ast.expr, seen: frozenset[ast.AST]) -> bool:
    """Say whether an expression is computed by more than adding to, and converting, what it is computed from."""
    match node:
        case ast.BinOp(first, ast.Add() | ast.Sub(), second) | ast.IfExp(_, first, second):
            return any(_computes(script, document, each, seen) for each in (first, second))
        case ast.Call(
            ast.Name("int" | "float" | "cast") | ast.Attribute(attr="cast" | "int32" | "int64" | "float32"), [given, *_]
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
            given = passed_for(script, home.node, node.id)
            yield from filter(None, given)
