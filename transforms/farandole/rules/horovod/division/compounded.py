"""Rates that a factor changes in each step, as where the best one is looked for: it is taken once for each process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from farandole.analysis.points_to.values import Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.rate_changes import new_rate, rate_changes
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.tallies import runs_each_step
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.global_steps import is_size
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.rates.assigned import factors
from farandole.source import Document, EditSet, layout


def compounded_changes(script: Script, training: Training, shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the changes of the factors by which each step changes a rate; a process takes a part of the steps.

    A factor that is computed from one process's part, `shrunk`, or from `hvd.size()`, is for its steps already.
    """
    for document in script.documents:
        for rate, factor in factors(script, document):
            if factor is None or not runs_each_step(script, training, document, rate):
                continue
            if _is_for_one(script, document, factor, shrunk):
                yield Change(partial(_power, script, document, factor))
    for document, factor in dict.fromkeys(_of_variables(script, training)):
        if _is_for_one(script, document, factor, shrunk):
            yield Change(partial(_power, script, document, factor))


def _is_for_one(script: Script, document: Document, factor: ast.expr, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether a factor counts the steps of one process alone, which has all of them."""
    nodes = script.slices.of(document, factor).nodes
    return shrunk.isdisjoint(nodes) and not any(is_size(script.call(node)) for node in nodes)


def _of_variables(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the factors by which each step multiplies the variable of a graph that a rate is computed from."""
    if training.pattern not in GRAPHS:
        return
    places = list(rate_changes(script, training))
    for document, node in places:
        call = script.call(node)
        value = new_rate(script, document, node) if call is not None else None
        factor = _factor(script, call, document, value) if call is not None and value is not None else None
        if call is None or factor is None:
            continue
        made = script.values(call.node)
        run = [place for place in places if place[1] is node or not made.isdisjoint(_fetched(script, place[1]))]
        if any(runs_each_step(script, training, *place) for place in run):
            yield factor


def _fetched(script: Script, node: ast.AST) -> frozenset[Value]:
    """Give what a call of `run` fetches, the items of lists included."""
    call = script.call(node)
    fetches = call.argument("fetches") if call is not None else None
    parts = ast.walk(fetches) if fetches is not None else ()
    return frozenset(value for each in parts if isinstance(each, ast.expr) for value in script.values(each))


def _factor(script: Script, call: Call, document: Document, value: ast.expr) -> tuple[Document, ast.expr] | None:
    """Give the factor between a variable's value and the one that a call gives it."""
    target = call.argument("ref") or (call.node.func.value if isinstance(call.node.func, ast.Attribute) else None)
    variables = {*call.receivers, *(script.values(target) if target is not None else ())}

    def reads(node: ast.expr) -> bool:
        return not variables.isdisjoint(script.values(node))

    match script.slices.bound(document, value) or value:
        case ast.BinOp(left, ast.Mult(), right) if reads(left) != reads(right):
            return document, right if reads(left) else left
        case ast.BinOp(left, ast.Div(), right) if reads(left) and not reads(right):
            return document, right
    return None


def _power(script: Script, document: Document, factor: ast.expr) -> EditSet:
    hvd = horovod(script, document)
    edits = layout.wrap(document, factor, "", f" ** {hvd.text}.size()", ast.Pow)
    return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])
