"""How all processes come to order samples alike by a call: the generator is seeded, or another one is drawn from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import calls_within, is_seen, may_follow, may_follow_node, run_by
from farandole.analysis.points_to.values import Library
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.seeds import (
    GENERATORS,
    OWN,
    At,
    Order,
    module_of,
    orders,
    outermost,
    seeds_alike,
)

_RESTORES = {
    "numpy.random": ("numpy.random.set_state", "numpy.random.get_state"),
    "random": ("random.setstate", "random.getstate"),
}
"""What puts the generator of a module into a state that it had, and what gives its state."""


def agreement(script: Script, call: Call, at: At, alike: frozenset[ast.AST] = frozenset()) -> Order | Call:
    """Give how all processes come to order alike by a call, or what else draws from its generator so that they can't.

    Of `alike`, all processes run the same.
    """
    others = (each for each in _others(script, call, at) if each.node not in alike)
    apart = next(others, None)
    if apart is None and not _tied_to(script, call):
        return Order(call, outermost(script, *at))
    return _in_common(script, call) or apart or call


def drawn_in_common(script: Script, call: Call) -> Order | None:
    """Give the order of a call that draws from another generator; None where the text can't be told to do so."""
    order = _in_common(script, call)
    return order if isinstance(order, Order) else None


def _in_common(script: Script, call: Call) -> Order | Call | None:
    """Give the order of a call that draws from another generator, or what ties it to its own; None where its text does."""
    if not _is_of_module(script, call):
        return None
    tied = _tied_to(script, call)
    return next((each for each in tied if not _may_move(script, each)), None) or Order(call, tied=tied)


def _others(script: Script, call: Call, at: At) -> Iterator[Call]:
    """Yield what may draw after a call from the same generator, or may seed it anew, and is no order."""
    for each in script.calls:
        if _draws_from(each, module_of(call)) and not orders(each) and not _is_before(script, each, at):
            yield each


def _draws_from(call: Call, module: str) -> bool:
    """Say whether a call draws from the generator of a module, or seeds it, or gives or sets its state."""
    return any(name.startswith(f"{module}.") and not name.startswith(OWN) for name in call.names)


def _is_before(script: Script, draw: Call, at: At) -> bool:
    """Say whether a call is made before a place is reached, and never after it."""
    seen = is_seen(script, draw.document, draw.node) and is_seen(script, *at)
    return seen and not may_follow_node(script, *at, draw)


def _is_of_module(script: Script, call: Call) -> bool:
    """Say whether a call is written as that of a function of the module whose generator it draws from, and of no other."""
    module = module_of(call)
    match call.node.func:
        case ast.Attribute(owner):
            return list(script.values(owner)) == [Library(module)]
        case ast.Name() as named:
            return all(
                isinstance(each, Library) and each.name.startswith(f"{module}.") for each in script.values(named)
            )
    return False


def _tied_to(script: Script, call: Call) -> tuple[Call, ...]:
    """Give what draws together with an order: the calls that let several orders begin at one state of the generator.

    Arrays and their labels are shuffled alike so. They are the other orders, what sets the state or seeds before each of
    them, and where the states and seeds come from.
    """
    module = module_of(call)
    begun = {each: tuple(_ordered_next(script, each, module)) for each in _states(script, module)}
    first = [order for begin in begun.values() for order in begin]
    again = [each for each, begin in begun.items() if begin and each.arguments and _follows(script, each, first)]
    sources = frozenset(node for each in again for node in _sources(script, each))
    tied = [each for each in begun if each in again or not sources.isdisjoint(_sources(script, each))]
    ordered = [order for each in tied for order in begun[each]]
    drawn = [each for each in script.calls if each.node in sources and _is_drawn(each)]
    moved = dict.fromkeys((*tied, *ordered, *drawn))
    return tuple(moved) if call in moved else ()


def _states(script: Script, module: str) -> Iterator[Call]:
    """Yield the calls that give the state of a module's generator, set it, or seed it by what they are given."""
    yield from script.calls_to(_RESTORES[module][1])
    for call in script.calls_to(f"{module}.seed", _RESTORES[module][0]):
        given = next(iter(call.arguments), None)
        if given is not None and script.constants(given) != {None}:
            yield call


def _ordered_next(script: Script, state: Call, module: str) -> Iterator[Call]:
    """Yield the orders that begin at a state: what draws next from the generator, in the statements below."""
    document, statement = state.document, state.document.statement(state.node)
    block = document.block(statement)
    for following in block[block.index(statement) + 1 :]:
        drawn = [
            each
            for body in run_by(script, following)
            for each in calls_within(script, body)
            if _draws_from(each, module) and each.names.isdisjoint(_RESTORES[module][1:])
        ]
        if not all(orders(each) for each in drawn):
            return
        yield from drawn


def _follows(script: Script, state: Call, first: list[Call]) -> bool:
    """Say whether a state is set once something has been ordered from it, or from another one."""
    return any(may_follow(script, order, state) for order in first)


def _sources(script: Script, state: Call) -> frozenset[ast.AST]:
    """Give the calls that what a state is set by is computed from; of one that gives the state, itself."""
    given = next(iter(state.arguments), state.node)
    nodes = script.slices.of(state.document, given).nodes
    return frozenset(each for each in nodes if isinstance(each, ast.Call))


def _may_move(script: Script, call: Call) -> bool:
    """Say whether a call can be told to draw from another generator, and what it seeds that by is the same in all processes.

    What it is computed from is then drawn from that generator, too.
    """
    module = module_of(call)
    if not _is_of_module(script, call):
        return False
    if f"{module}.seed" not in call.names and _RESTORES[module][0] not in call.names:
        return True
    sources = [each for node in _sources(script, call) if (each := script.call(node)) is not None]
    if _RESTORES[module][0] in call.names:
        return any(_RESTORES[module][1] in each.names for each in sources)
    return seeds_alike(script, call, frozenset(each.node for each in sources if _is_drawn(each)))


def _is_drawn(call: Call) -> bool:
    """Say whether a call draws from the generator of the whole process."""
    return any(_draws_from(call, module) for module in GENERATORS)
