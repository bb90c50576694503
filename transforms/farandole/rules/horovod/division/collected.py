"""Samples of which each process has a part already, since a loop that collects them or what gives them is divided."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from farandole.analysis.points_to.values import Value
from farandole.frameworks.samples import Kind
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import step_chains
from farandole.rules.horovod.division.indexed import arrays
from farandole.rules.horovod.division.outcome import Change, listed, parted
from farandole.rules.horovod.division.sampling import is_random, reached
from farandole.rules.horovod.division.work import Work, made_sequences
from farandole.rules.horovod.restrictions.data.beside import (
    collected_in,
    divided_twice,
    fitted_elsewhere,
    fitted_whole,
    given_in_part,
    ordered_for_another,
)
from farandole.rules.horovod.restrictions.refusal import Refusal


def collected(script: Script, work: Work, driven: tuple[Work, ...]) -> Refusal | None:
    """Refuse a work on samples that would be divided twice.

    The loop of another work computes them, turn by turn, or they are read from what another one gets its batches of.
    """
    read = [*(feed.node for feed in work.feeds), *work.inputs, *(arrays(script, work.loop) if work.loop else ())]
    made = script.filling.made_of(work.document, read)
    for other in driven:
        if other is work or other.document.contains(other.node, work.node):
            continue
        data, where = listed(script, read), other.document.place_of(other.head, work.document)
        computed = _computing(other, made)
        if computed is not None:
            return collected_in(other.document, computed, data, where)
        given = () if any(feed.kind is Kind.SEQUENCE for feed in work.feeds) else made_sequences(script, other)
        shared = next((call for value, call in given if _gives(script, value, made)), None)
        if shared is not None:
            return given_in_part(shared, data, where)
    return None


def against_others(script: Script, changes: Sequence[Change], others: Sequence[Change]) -> Refusal | None:
    """Refuse changes that can't be made beside `others`, those of other works."""
    return _divided_again(script, changes, others) or _ordered_against(script, changes, others)


def _divided_again(script: Script, changes: Sequence[Change], others: Sequence[Change]) -> Refusal | None:
    """Refuse changes that take a part of what is made of the part that `others`, those of other works, have taken."""
    own, before = parted(changes), parted(others)
    for node in sorted(own, key=partial(_place, script)):
        document = script.home(node)
        if document is None or not isinstance(node, ast.expr):
            continue
        made = (script.filling.made_of(document, [node]) & before) - own
        first = min((each for each in made if isinstance(each, ast.expr)), key=partial(_place, script), default=None)
        within = script.home(first) if first is not None else None
        if first is not None and within is not None:
            return divided_twice(document, node, within.place_of(first, document), within, first)
    return None


def _ordered_against(script: Script, changes: Sequence[Change], others: Sequence[Change]) -> Refusal | None:
    """Refuse changes that count on each process to order samples in its own way, where `others` let all order them alike."""
    alike = frozenset(call for each in others for call in each.alike)
    both = {call.node: call for each in changes for call in each.apart if call in alike}
    first = min(both, key=partial(_place, script), default=None)
    return ordered_for_another(both[first]) if first is not None else None


def _place(script: Script, node: ast.AST) -> tuple[str, int]:
    document = script.home(node)
    return (str(document.path), document.span(node).start) if document is not None else ("", 0)


def fitted_in_turns(script: Script, work: Work) -> Refusal | None:
    """Refuse a `fit` that goes through all samples in each turn of a loop which is divided by its turns.

    It is left as it is where the turn makes what it is given, and nothing else comes to it.
    """
    assert work.fit is not None and work.within is not None
    for way in step_chains(script, work.training, work.fit):
        if not any(place.node is work.within for place in way):
            return fitted_elsewhere(work.document, work.node)
    given = work.inputs[:1]
    made = script.filling.made_of(work.document, given)
    own = set(work.document.within(work.node))
    turn = {*reached(script, work.within)} & made
    if any(isinstance(node, ast.Call) for node in turn - own):
        return None
    calls = [call for node in turn & own if (call := script.call(node)) is not None]
    if any(call.functions or "builtins.next" in call.names or is_random(call) for call in calls):
        return None
    return fitted_whole(work.document, work.node, listed(script, given)) if given else None


def _computing(work: Work, made: frozenset[ast.AST]) -> ast.Call | None:
    """Give the first call in the body of a work's loop that is among some nodes."""
    if work.loop is None:
        return None
    calls = (call for each in work.loop.node.body for call in work.loop.document.within(each, ast.Call))
    return next((call for call in calls if call in made), None)


def _gives(script: Script, sequence: Value, made: frozenset[ast.AST]) -> bool:
    """Say whether a sequence itself is among what something is made of, and not just what it tells of its samples."""
    return any(
        isinstance(node, ast.Name | ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and sequence in script.values(node)
        and (document := script.home(node)) is not None
        and not isinstance(document.parent(node), ast.Attribute)
        for node in made
    )
