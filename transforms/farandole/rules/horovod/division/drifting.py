"""Whether a generator that the script seeds stays alike in all processes: not where each draws as often as its samples ask."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import may_precede_node
from farandole.analysis.loops import LoopAt, chains, ranges
from farandole.analysis.nodes import Loop
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.sampling import reached_by
from farandole.rules.horovod.division.seeds import GENERATORS, OWN, At, is_seeded, module_of, orders
from farandole.source import Document

_OF_LENGTHS = frozenset({"choice", "permutation", "randint", "random_integers", "randrange", "sample", "shuffle"})
"""Functions that draw more or fewer numbers by what they are given: they draw again what is too large."""


def stays_seeded(script: Script, module: str, at: At) -> bool:
    """Say whether the script seeds a module's generator alike, and all draw equally often before they come to a place."""
    return is_seeded(script, module, at) and not any(
        module_of(draw) == module and may_precede_node(script, draw, *at) for draw in _drifting(script)
    )


@answered_once
def _drifting(script: Script) -> tuple[Call, ...]:
    """Give the draws beside steps that a process makes as often as its own samples ask for.

    These are what the loops around steps run over, or read by their counters.
    """
    loops = dict.fromkeys(_loops(script))
    inside = reached_by(script, (statement for place in loops for statement in place.node.body))
    around = {place.node for place in loops}
    again = reached_by(script, (each for each in inside if isinstance(each, ast.While) and each not in around))
    taken = [each for each in inside if isinstance(each, ast.For) and not _is_of_numbers(script, each)]
    own = frozenset(each.iter for each in (*around, *taken) if isinstance(each, ast.For))
    return tuple(
        call
        for call in script.calls
        if call.node in inside and _draws(call) and (call.node in again or _is_by_samples(script, call, inside, own))
    )


def _loops(script: Script) -> Iterator[LoopAt]:
    """Yield the loops over samples around steps: all but the outermost, which runs the epochs, where there are several."""
    for training in script.trainings:
        for step in training.runs or training.gradients or training.minimizes:
            for chain in chains(script, step.document, step.node):
                yield from chain[:-1] or chain


def _draws(call: Call) -> bool:
    """Say whether a call draws from the generator of the whole process, and orders nothing."""
    drawn = any(name.startswith(f"{module}.") for name in call.names for module in GENERATORS)
    return drawn and call.names.isdisjoint(OWN) and not call.receivers and not orders(call)


def _is_of_numbers(script: Script, loop: ast.For) -> bool:
    return bool(ranges(script, loop.iter))


def _is_by_samples(script: Script, call: Call, inside: set[ast.AST], own: frozenset[ast.expr]) -> bool:
    """Say whether it is told by what loops take from samples whether a call draws, or from how many it does."""
    told = [(call.document, each) for each in call.node.args if call.attribute in _OF_LENGTHS]
    told += [(call.document, test) for test in _tests(call.document, call.node) if test in inside]
    return any(not own.isdisjoint(script.slices.of(document, node).nodes) for document, node in told)


def _tests(document: Document, node: ast.AST) -> Iterator[ast.expr]:
    """Yield the tests on which it depends whether a node of a loop, or of a function, is run."""
    for outer in document.ancestors(node):
        if isinstance(outer, Loop | ast.FunctionDef):
            return
        if isinstance(outer, ast.If | ast.IfExp):
            yield outer.test
