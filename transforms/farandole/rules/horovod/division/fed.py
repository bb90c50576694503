"""What the training steps of a loop get: the calls that give it, and what is read by the number of the turn."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.augmented import Augmented, augmented
from farandole.analysis.call_order import ways
from farandole.analysis.loops import LoopAt, counters
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.told import Turns
from farandole.source.binding import names_in, stored_among

_ARITHMETIC = ("builtins.", "math.", "numpy.", "tensorflow.math.", "tensorflow.cast")


def fed_by(script: Script, place: Turns | LoopAt, steps: tuple[Call, ...]) -> tuple[ast.Call, ...]:
    """Give the calls in a loop whose results its training steps get, in the order of the text."""
    found = _reaching(script, place, steps, assigned_in(script, place))
    return tuple(sorted(found, key=lambda call: place.document.span(call).start))


def read_at_turn(script: Script, place: LoopAt, steps: tuple[Call, ...]) -> ast.Subscript | None:
    """Give what a loop reads by its counter from what it has not made itself, and gives to its training steps."""
    bound = stored_among(ast.walk(place.node))
    values = assigned_in(script, place)
    started = {name for name, given in values.items() if any(isinstance(each, ast.Constant) for each in given)}
    names = counters(script, place) - started
    kept = _kept_counts(place)
    for node in _nodes_reaching(script, place, steps, values):
        if not isinstance(node, ast.Subscript) or names_in(node.value) & bound:
            continue
        if names_in(node.slice) & names or not kept.isdisjoint(map(ast.dump, ast.walk(node.slice))):
            return node
    return None


def _kept_counts(place: LoopAt) -> set[str]:
    """Give how the attributes and items are read that a loop counts with: it adds a number to them, and sets them to none."""
    grown: set[str] = set()
    begun: set[str] = set()
    for node in place.document.within(place.node, ast.AugAssign, ast.Assign):
        match augmented(node), node:
            case Augmented(ast.Attribute() | ast.Subscript() as target), _:
                grown.add(as_read(target))
            case None, ast.Assign([ast.Attribute() | ast.Subscript() as target]):
                begun.add(as_read(target))
    return grown - begun


def as_read(target: ast.expr) -> str:
    """Give how a target is read, as `ast.dump` tells it."""
    return ast.dump(ast.parse(ast.unparse(target), mode="eval").body)


def is_arithmetic(script: Script, node: ast.Call) -> bool:
    """Say whether a call is arithmetic."""
    call = script.call(node)
    return call is not None and bool(call.names) and all(name.startswith(_ARITHMETIC) for name in call.names)


def assigned_in(script: Script, place: Turns | LoopAt) -> dict[str, list[ast.expr]]:
    """Give the values that assignments give to names where the turns of a loop are told, by the names."""
    return script.def_use.values_in(place.document, [place.node], (ast.Assign,))


def _reaching(
    script: Script, place: Turns | LoopAt, steps: tuple[Call, ...], values: dict[str, list[ast.expr]]
) -> set[ast.Call]:
    """Give the calls whose results the training gets: in its arguments, or by the names that stand there."""
    nodes = _nodes_reaching(script, place, steps, values)
    return {node for node in nodes if isinstance(node, ast.Call)}


def _nodes_reaching(
    script: Script, place: Turns | LoopAt, steps: tuple[Call, ...], values: dict[str, list[ast.expr]]
) -> Iterator[ast.AST]:
    """Yield the nodes of what the training gets: of its arguments, and of what is assigned to the names there.

    A step in a function gets what it reads of that which the calls that lead to it from the loop pass on.
    """
    document = place.document
    leading = (
        call
        for step in steps
        for where, _, node in ways(script, step)
        if where is document and document.contains(place.node, node) and (call := script.call(node)) is not None
    )
    seen: set[str] = set()
    own = script.scope(document, place.node.body[0])
    pending = [part for step in steps for part in step.arguments if step.document is document]
    passed_on = [part for call in leading for part in call.arguments]
    named = any(isinstance(part, ast.Name) for part in passed_on)
    read = ((step.document, each) for step in steps for each in step.arguments if named)
    given = {node for each in read for node in script.slices.of(*each).nodes}
    pending += [part for part in passed_on if part in given or not isinstance(part, ast.Name)]
    put = _put_in(place)
    while pending:
        for node in ast.walk(pending.pop()):
            yield node
            if not isinstance(node, ast.Name) or node.id in seen:
                continue
            if script.scope(document, node).home(node.id) is own.home(node.id):
                seen.add(node.id)
                pending += [*values.get(node.id, ()), *put.get(node.id, ())]


def _put_in(place: Turns | LoopAt) -> dict[str, list[ast.expr]]:
    """Give what is put into dictionaries and lists in the turns of a loop, by their names."""
    found: dict[str, list[ast.expr]] = {}
    for node in place.document.within(place.node, ast.Assign, ast.Call):
        match node:
            case ast.Assign([ast.Subscript(ast.Name(name))], value) | ast.Call(
                ast.Attribute(ast.Name(name), "update"), [value]
            ):
                found.setdefault(name, []).append(value)
    return found
