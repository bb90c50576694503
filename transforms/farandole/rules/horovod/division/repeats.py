"""Loops that take several steps on one batch: `for _ in range(2): model.train_on_batch(x, y)`.

How many those are is decided by no data, and so it stays as it is; the loop around them is divided, whose turns have
batches of their own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set
from itertools import takewhile

from farandole.analysis.answers import answered_once
from farandole.analysis.defaults import NoDefault, default
from farandole.analysis.loops import Chain, Count, LoopAt, exits, range_counts
from farandole.analysis.places import places
from farandole.analysis.program import Call
from farandole.frameworks.samples import driving
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import picked_by_turn, step_chains
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.horovod.division.pipelines import pipeline
from farandole.rules.horovod.division.sampling import (
    MIXERS,
    ORDERLY,
    PRODUCERS,
    RANDOM,
    computes,
    inputs,
    is_random,
    is_the_same,
    losses,
    may_change,
    reached,
)
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document
from farandole.source.binding import names_in, stored_among

_LENGTHS = frozenset({"shape", "num_examples"})
"""What data have that tells how many there are."""


def on_other_samples(script: Script, training: Training, step: Call, chain: Chain) -> Chain:
    """Give the loops around a step, from the first one on whose turns have samples of their own.

    All of them, where none is seen to have: the step trains on the same samples again and again. So it is where the graph
    reads samples by itself, other ones in each step. A loop whose turns run a train op each is passed over, too, where
    others are around it: all processes run the same ones in turn.
    """
    picking = tuple(takewhile(lambda place: picked_by_turn(script, training, step, place.node) is not None, chain))
    chain = chain[len(picking) :] or chain
    if _reads_by_itself(script, training):
        return chain
    given = losses(training) if training.pattern is Pattern.GRADIENT_TAPE else inputs(step)
    made = {node for document, each in given for node in script.filling.made_of(document, [each])}
    repeating = tuple(takewhile(lambda place: _repeats(script, place, made), chain))
    around = chain[len(repeating) :]
    again = {node for place in repeating for node in reached(script, place.node)}
    has_others = any(not made.isdisjoint(set(reached(script, place.node)) - again) for place in around)
    return around if has_others else chain


@answered_once
def around_repeats(script: Script, training: Training) -> frozenset[ast.AST]:
    """Give the loops whose turns take several steps of a training on one batch."""
    chains = ((step, chain) for step in training.step_calls for chain in step_chains(script, training, step))
    found = [(chain, on_other_samples(script, training, step, chain)) for step, chain in chains]
    places = [driving(script, others) for chain, others in found if len(others) < len(chain)]
    return frozenset(place.node for place in places if place is not None)


def divided_loops(script: Script, training: Training, shrunk: Set[ast.AST]) -> tuple[LoopAt, ...]:
    """Give the loops around the steps of a training whose number of turns is one process's part, `shrunk`.

    That may be divided where the loop stands, or where a name is bound to it.
    """
    chains = (chain for step in training.step_calls for chain in step_chains(script, training, step))
    places = dict.fromkeys(place for chain in chains for place in chain)
    return tuple(
        place
        for place in places
        if any(
            count.node in shrunk or script.slices.bound(count.document, count.node) in shrunk
            for count in range_counts(script, place)
        )
    )


def _repeats(script: Script, place: LoopAt, made: Set[ast.AST]) -> bool:
    """Say whether a loop takes so many turns, in each of which the same samples are made, or none."""
    counts = range_counts(script, place)
    if not are_numbers(script, place.node, counts):
        return False
    if _are_drawn(script, counts) or any(True for _ in exits(place)):
        return False
    run = [*reached(script, place.node)]
    inside = [node for node in run if node in made]
    calls = [call for node in run if (call := script.call(node)) is not None]
    read = {_name(node) for node in inside if isinstance(getattr(node, "ctx", None), ast.Load)}
    counting = [] if isinstance(place.node, ast.While) else ast.walk(place.node.target)
    changed = {*stored_among(counting), *(name for node in run for name in _going_on(node))}
    making = (call for call in calls if call.node in made or may_change(call, made))
    return read.isdisjoint(changed) and all(_gives_the_same(script, call) for call in making)


def _gives_the_same(script: Script, call: Call) -> bool:
    """Say whether a call gives nothing new from turn to turn: a session does that runs what reads samples in its graph."""
    fetched = call.argument("fetches") if "tensorflow.Session.run" in call.names else None
    if fetched is not None and _is_read_in_graph(script, call.document, fetched):
        return False
    return is_the_same(call) or computes(script, call)


def _reads_by_itself(script: Script, training: Training) -> bool:
    """Say whether the graph of a training has a queue or a dataset of its own, of which each step takes the next samples."""
    steps = training.train_ops if training.pattern in GRAPHS else ()
    return any(_is_read_in_graph(script, step.document, step.node) for step in steps)


def _is_read_in_graph(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether what a graph computes is computed from a queue or a dataset of it."""
    queues = {call.node for call in script.calls_to(*PRODUCERS, *MIXERS, *ORDERLY, *RANDOM)}
    read = pipeline(script, document, node)
    return bool(read.datasets) or not queues.isdisjoint(read.slice.nodes)


def _going_on(node: ast.AST) -> Iterator[str]:
    """Yield the names and attributes that go on from what they were in the turn before, as pointers into data do."""
    match node:
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()) | ast.AugAssign(ast.Name(name)):
            yield name
        case ast.Assign(targets, value):
            yield from (each.id for each in targets if isinstance(each, ast.Name) and each.id in names_in(value))


def _name(node: ast.AST) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")


def are_numbers(script: Script, loop: ast.AST, counts: Sequence[Count]) -> bool:
    """Say whether a loop takes so many turns, whatever the data are: over a range, or by a place that begins at zero."""
    if not counts or not (isinstance(loop, ast.For) or _begins_at_zero(script, loop)):
        return False
    written = all(_is_number(script, each.document, each.node) for each in counts)
    return written or not any(_counts_data(script, each) for each in counts)


def _begins_at_zero(script: Script, loop: ast.AST) -> bool:
    """Say whether a `while` goes from place to place, from zero on."""
    document = script.home(loop)
    walked = places(document, loop) if document is not None and isinstance(loop, ast.While) else ()
    return any(each.starts for each in walked)


def _counts_data(script: Script, count: Count) -> bool:
    """Say whether a number is computed from a length."""
    nodes = script.slices.of(count.document, count.node)
    calls = (script.call(each) for each in nodes)
    return any(isinstance(each, ast.Attribute) and each.attr in _LENGTHS for each in nodes) or any(
        call is not None and "builtins.len" in call.names for call in calls
    )


def _is_number(script: Script, document: Document, node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return all(_is_number(script, document, each) for each in (node.left, node.right))
    known = script.constants(node)
    if known and all(isinstance(each, int) for each in known) and not script.values(node).is_partly_unknown:
        return True
    try:
        return isinstance(default(script, document, node), int)
    except NoDefault:
        return False


def _are_drawn(script: Script, counts: Sequence[Count]) -> bool:
    nodes = (node for each in counts for node in script.slices.of(each.document, each.node))
    return any(is_random(call) for node in nodes if (call := script.call(node)) is not None)
