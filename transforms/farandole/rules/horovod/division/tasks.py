"""Models that each turn of a loop trains for a task of its own, and sets back: their gradients are no average's."""

from __future__ import annotations

import ast

from farandole.analysis.loops import all_loops
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.division.sampling import is_random, reached
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.restrictions.data.beside import begun_anew, taken_back
from farandole.rules.horovod.restrictions.refusal import Refusal

_SETTING = frozenset({"assign", "load"})
"""Methods that give a variable a value."""


def trained_for_tasks(script: Script, work: Work) -> Refusal | None:
    """Refuse a training for whose tasks what it trains begins anew.

    Between its steps its model is given the weights again that it had before some of them, or a variable whose gradients
    it asks for is given a value that is not computed from its own.
    """
    variables = _trained(script, work)
    for call in script.calls:
        if call.attribute in _SETTING and not call.receivers.isdisjoint(variables) and _begins_anew(script, call):
            return begun_anew(call.document, call.node)
    if work.training.pattern is not Pattern.GRADIENT_TAPE:
        return None
    steps = {step.node for training in work.trainings for step in training.steps}
    for call in script.calls:
        if call.attribute == "set_weights" and not call.functions and _takes_back(script, call, steps):
            return taken_back(call.document, call.node)
    return None


def _trained(script: Script, work: Work) -> frozenset[Value]:
    """Give the variables that the steps of a work name as those that they train."""
    asked = [
        step.argument(name)
        for training in work.trainings
        for name, steps in (("var_list", training.train_ops), ("sources", training.gradients))
        for step in steps
    ]
    given = [value for node in asked for value in script.values(node)]
    return frozenset(
        each for value in given for each in ({value} | script.elements(value)) if isinstance(each, Instance)
    )


def _begins_anew(script: Script, call: Call) -> bool:
    """Say whether a call in a loop gives a variable a value that is drawn, or not computed from what it has."""
    document, given = call.document, next(iter(call.arguments), None)
    if given is None or not all_loops(script, document, call.node):
        return False
    read = [each for each in script.slices.of(document, given) if isinstance(each, ast.expr)]
    made = (script.call(each) for each in read)
    return any(each is not None and is_random(each) for each in made) or all(
        call.receivers.isdisjoint(script.values(each)) for each in read
    )


def _takes_back(script: Script, call: Call, steps: set[ast.Call]) -> bool:
    """Say whether a call in a loop computes weights from those that a model had before the steps in front of it."""
    document, statement = call.document, call.document.statement(call.node)
    if not all_loops(script, document, call.node):
        return False
    block = document.block(statement)
    before = block[: block.index(statement)] if statement in block else []
    kept = [
        node
        for node in script.filling.made_of(document, list(call.arguments))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get_weights"
    ]
    trains = [each for each in before if not steps.isdisjoint(reached(script, each))]
    inside = {node for each in before for node in ast.walk(each)}
    places = [document.statement(node) for node in kept if document.scope(node) is document.scope(call.node)]
    if not trains or any(place in inside and place not in before for place in places):  # the best ones, say
        return False
    return any(document.span(place).end <= document.span(trains[-1]).start for place in places)
