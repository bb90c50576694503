"""The rates that a graph of TensorFlow 1 is given while it trains, by a variable that is assigned."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from farandole.analysis.points_to.values import Instance, Value
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import innermost
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.rates.places import Place, of_optimizer
from farandole.source import Document

_VARIABLES = frozenset({"tensorflow.Variable", "tensorflow.get_variable"})
_ASSIGN = "tensorflow.assign"


def given_in_graph(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the values that the rates of a training's optimizers get by variables of the graph."""
    sources = frozenset(_sources(script, training))
    if not sources:
        return
    for call in script.calls:
        ref = call.argument("ref") if _ASSIGN in call.names else None
        if call.attribute in ("assign", "load") and call.node.args and _is_one(script, call.receivers, sources):
            yield call.document, call.node.args[0]
        elif ref is not None and _is_one(script, script.values(ref), sources):
            yield from ((call.document, each) for each in call.arguments if each is not ref)


def behind_rates(script: Script, training: Training) -> Iterator[ast.AST]:
    """Yield the nodes from which the rates that a training's optimizers are created with are computed."""
    for optimizer in training.optimizers:
        for each in innermost(script, optimizer):
            for place in of_optimizer(script, each):
                if isinstance(place, Place):
                    yield from script.slices.of(place.document, place.node)


def _sources(script: Script, training: Training) -> Iterator[ast.AST]:
    """Yield the calls that make what the rates of a training are computed from in its graph."""
    for node in behind_rates(script, training):
        call = script.call(node)
        if call is not None and call.names & _VARIABLES:
            yield node


def _is_one(script: Script, values: Iterable[Value], sources: frozenset[ast.AST]) -> bool:
    made = (script.creation(each) for each in values if isinstance(each, Instance))
    return any(each is not None and each.node in sources for each in made)
