"""Optimizers as they reach a training: wrapped in others, given by name, or averaged by Horovod already."""

from __future__ import annotations

import ast

from farandole.catalog import Entry
from farandole.script.facts import Call, Facts
from farandole.script.values import Constant, Instance, Value

ROLES = ("optimizer", "loss-scale-optimizer")
COMPILE_DEFAULT = "rmsprop"


def optimizers(facts: Facts, node: ast.expr | None) -> frozenset[Instance]:
    """Give the optimizers, wrapped or not, that an expression may stand for.

    One that another of them wraps is left out: its name was bound to the wrapper after it.
    """
    return _every(facts, node) - passed_over(facts, node)


def passed_over(facts: Facts, node: ast.expr | None) -> frozenset[Instance]:
    """Give the optimizers that an expression may stand for when another one has not been wrapped around them.

    Two that seem to wrap each other stand in the same attribute of different classes.
    """
    inside = {each: wrapped(facts, each) for each in _every(facts, node)}
    return frozenset(
        inner for inner in inside for outer in inside if inner in inside[outer] and outer not in inside[inner]
    )


def _every(facts: Facts, node: ast.expr | None) -> frozenset[Instance]:
    return frozenset(each for role in ROLES for each in facts.instances(node, role))


def wrapped(facts: Facts, optimizer: Instance) -> frozenset[Instance]:
    """Give the optimizers inside a wrapping one, at every depth; empty for a plain optimizer."""
    found: set[Instance] = set()
    pending = [optimizer]
    while pending:
        for inner in _inside(facts, pending.pop()):
            if inner not in found:
                found.add(inner)
                pending.append(inner)
    return frozenset(found)


def innermost(facts: Facts, optimizer: Instance) -> tuple[Instance, ...]:
    """Give the plain optimizers that a (possibly wrapped) optimizer is made of, in the order of the text."""
    every = {optimizer, *wrapped(facts, optimizer)}
    plain = [each for each in every if not _inside(facts, each)]
    return tuple(
        sorted(plain, key=lambda each: (getattr(each.site.node, "lineno", 0), getattr(each.site.node, "col_offset", 0)))
    )


def is_distributed(facts: Facts, optimizer: Instance) -> bool:
    """Say whether an optimizer, or one inside it, averages gradients by Horovod."""
    calls = (facts.creation(each) for each in (optimizer, *wrapped(facts, optimizer)))
    return any(call is not None and _names_horovod(call) for call in calls)


def identified(facts: Facts, value: Value) -> Entry | None:
    """Give the optimizer class that a string such as "adam" stands for in `compile`."""
    if isinstance(value, Constant) and isinstance(value.value, str):
        return facts.catalog.identified(value.value, "optimizer")
    return None


def _inside(facts: Facts, optimizer: Instance) -> frozenset[Instance]:
    call = facts.creation(optimizer)
    parameter = call.entry.facts.get("wraps") if call is not None and call.entry is not None else None
    if call is None or not isinstance(parameter, str):
        return frozenset()
    inside = _every(facts, call.argument(parameter)) - {optimizer}
    return frozenset(each for each in inside if not _is_later(facts, each, call))


def _is_later(facts: Facts, optimizer: Instance, call: Call) -> bool:
    """Say whether an optimizer is created after a call in the function of that call, so that the call can't wrap it."""
    created = facts.creation(optimizer)
    if created is None or created.document is not call.document:
        return False
    document = call.document
    same = document.scope(created.node) is document.scope(call.node)
    return (
        same
        and document.span(created.node).start > document.span(call.node).start
        and created.node not in ast.walk(call.node)
    )


def _names_horovod(call: Call) -> bool:
    return any(name.startswith("horovod.") and name.endswith("DistributedOptimizer") for name in call.names)
