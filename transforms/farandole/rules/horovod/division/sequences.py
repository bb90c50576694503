"""How a Keras sequence is divided: the arrays that it is made of, or its order and the number of its batches."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from farandole.analysis.access_paths import is_plain
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call
from farandole.frameworks.samples import Feed
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import starts_initialised
from farandole.rules.horovod.division.outcome import Change, edit_set, listed
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.samples import divide_arguments, divide_unknown, sliced
from farandole.rules.horovod.division.sampling import SEEDS_ALL, ranked_seed_edits
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.restrictions.data.alike import same_batches
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Edit, EditSet, layout

_KERAS_SEEDERS = ("random.seed", SEEDS_ALL)
"""What seeds the generator by which Keras mixes the batches of a sequence."""


def divide_sequence(flow: DataFlow, work: Work, feed: Feed) -> list[Change] | Refusal:
    """Divide a Keras sequence: the arrays that it is made of, or its order and the number of its batches."""
    made = [each for each in flow.script.values(feed.node) if isinstance(each, Instance)]
    call = flow.script.creation(made[0]) if len(made) == 1 else None
    if call is None:
        return _mixed(flow, work, feed)
    shared = any(call.node in flow.script.slices.of(reader.document, reader.node) for reader in flow.readers)
    if shared or not starts_initialised(flow.script, call.document, call.node):
        return _mixed(flow, work, feed)
    arrays = [node for node in call.arguments if flow.script.instances(node, "array")]
    entry = call.entry
    if entry is not None and entry.name.rpartition(".")[2] == "flow":
        return divide_arguments(flow, call)
    if arrays and all(isinstance(each.of, Class) for each in made):
        change = sliced(flow, call.document, call.document.statement(call.node), arrays)
        doubt = f"{listed(call.document, arrays)} must hold the samples of {call.document.quote(call.node)}"
        return change if isinstance(change, Refusal) else [replace(change, confirm=doubt, divided=call.node)]
    if entry is None or "seed" not in entry.facts or flow.script.constants(call.argument("shuffle")) == {False}:
        return _mixed(flow, work, feed)
    return list(_seeded(flow, work, feed, call))


def _mixed(flow: DataFlow, work: Work, feed: Feed) -> list[Change] | Refusal:
    """Leave a sequence as it is where Keras mixes its batches, in another order in each process; else refuse it."""
    in_order = work.fit is not None and flow.script.constants(work.fit.argument("shuffle")) == {False}
    if in_order or flow.script.calls_to(*_KERAS_SEEDERS):
        return same_batches(feed.document, feed.node)
    edits: Callable[[], EditSet] = EditSet.empty
    if work.fit is None:
        return divide_unknown(flow, work, feed)
    if not work.counts:
        if feed.document is not work.document or not is_plain(feed.node):  # where it has no name it would be made again
            return divide_unknown(flow, work, feed)
        edits = partial(edit_set, work.document, partial(_steps_edits, flow.script, work.fit, feed.node))
    where = feed.document.place_of(feed.node, work.document)
    doubt = f"each process may take a random part of {feed.document.quote(feed.node)} in {where}, and parts may overlap"
    return [Change(edits, doubt)]


def _seeded(flow: DataFlow, work: Work, feed: Feed, call: Call) -> Iterator[Change]:
    """Give each process an order of its own, and its part of the batches."""
    assert call.entry is not None
    seed = call.argument(str(call.entry.facts["seed"]))
    if seed is not None and flow.script.constants(seed) != {None}:
        yield Change(partial(edit_set, call.document, partial(ranked_seed_edits, flow.script, call.document, seed)))
    if not work.counts and work.fit is not None:
        yield Change(partial(edit_set, work.document, partial(_steps_edits, flow.script, work.fit, feed.node)))


def _steps_edits(script: Script, fit: Call, data: ast.expr) -> tuple[Edit, ...]:
    hvd = horovod(script, fit.document)
    steps = f"steps_per_epoch=max(1, len({fit.document.segment(data)}) // {hvd.text}.size())"
    return (*hvd.edits, *layout.add_argument(fit.document, fit.node, steps))
