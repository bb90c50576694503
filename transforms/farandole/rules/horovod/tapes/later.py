"""Layers that a model runs in some turns of the loops around its steps alone: their variables may be made after the first."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.loops import counters, loops_around
from farandole.analysis.program import Call
from farandole.analysis.scopes import parameters
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import step_chains
from farandole.frameworks.tensorflow.training import Training

_LAYERS = ("layer", "model")
_OF_KERAS = frozenset({"training", "mask"})
"""Parameters of `call` that Keras gives a value: layers that one of them chooses are run in each step alike."""


def run_later(script: Script, training: Training) -> Call | None:
    """Give the call of a layer that a model makes by what the turns of a loop around a step tell it; None without one."""
    turns = frozenset(
        place.node.iter
        for step in training.steps
        for chain in step_chains(script, training, step)
        for place in chain
        if isinstance(place.node, ast.For) and counters(script, place)
    )
    return next((call for call in script.calls if turns and _is_chosen(script, call, turns)), None)


def _is_chosen(script: Script, call: Call, turns: frozenset[ast.expr]) -> bool:
    """Say whether a model, when it is called, runs a layer or not by another argument than its input, which turns give."""
    function = script.function(call.document, call.node)
    if not isinstance(function, ast.FunctionDef) or function.name not in ("call", "__call__"):
        return False
    if not any(script.role_of(each) in _LAYERS for each in script.values(call.node.func)):
        return False
    told = frozenset(each.arg for each in parameters(function)[2:]) - _OF_KERAS
    read = {
        each
        for each in call.document.within(function, ast.Name)
        if isinstance(each, ast.Name) and each.id in told and script.receiving(call.document, each) is function
    }
    behind = (script.slices.of(call.document, node).nodes for node in _choosing(script, call) if read)
    return any(not read.isdisjoint(nodes) and not turns.isdisjoint(nodes) for nodes in behind)


def _choosing(script: Script, call: Call) -> Iterator[ast.expr]:
    """Yield what decides whether a layer is run in a function, and which of several."""
    if isinstance(call.node.func, ast.Subscript):
        yield call.node.func.slice
    yield from (test for test, _ in script.slices.conditions(call.document, call.node))
    for place in loops_around(call.document, call.node):
        if isinstance(place.node, ast.For):
            yield place.node.iter
