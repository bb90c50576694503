"""How a dataset that a training reads is divided: where its pipeline is sharded, or the arrays that it is made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from farandole.analysis.call_order import calls_within, run_by
from farandole.analysis.loops import iterated
from farandole.analysis.nodes import caught_names, own_nodes
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Bound, Class, Function, Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import is_reached
from farandole.frameworks.samples import Feed
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import generator_of, paths, repetitions, starts_initialised
from farandole.frameworks.tensorflow.feeds import fed, placeholders_among
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.division.batches import batched_in_part
from farandole.rules.horovod.division.inputs import at_call
from farandole.rules.horovod.division.orders import code_behind, shuffled_anew, unseeded_in
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.pipelines import DataFlow, Pipeline, Reader, pipeline
from farandole.rules.horovod.division.samples import agreed, divide_arguments, divide_unknown, ordered_alike
from farandole.rules.horovod.division.seeds import decides_turns
from farandole.rules.horovod.division.sharding import ShardPoint, shard_edits, shard_points
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.data.chance import as_many_as_drawn, ordered_by_tensorflow
from farandole.rules.horovod.restrictions.data.unknown import made_for_others, several_datasets
from farandole.rules.horovod.restrictions.hvd213_cache_shared import shared_cache
from farandole.rules.horovod.restrictions.hvd306_full_batch import FullBatch
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, EditSet, layout


def divide_dataset(flow: DataFlow, work: Work, feed: Feed, earlier: Sequence[Change]) -> list[Change] | Refusal:
    """Divide a `tf.data` pipeline, or what an `input_fn` gives, where the changes `earlier` have not divided it."""
    read = pipeline(flow.script, feed.document, feed.node)
    for node in read.slice:
        call = flow.script.call(node)
        if call is None:
            continue
        refusal = shared_cache(call) or several_datasets(flow.script, call) or _shuffled_within(flow.script, call)
        if refusal is not None:
            return refusal
    if not read.datasets and feed.node is not work.node:
        return _of_input_function(flow, work, feed)
    points = shard_points(flow, read, earlier)
    handed: list[Change] = []
    if isinstance(points, Refusal):
        change = at_call(flow.script, read, bool(work.counts)) if work.training.pattern is Pattern.ESTIMATOR else None
        if change is None or isinstance(points.rule, FullBatch):
            return points
        handed, points = [change], ()
    found = [point for point in points if is_reached(flow.script, point.document, point.node)]
    graph = work.training.pattern in GRAPHS
    ways = (path for dataset in read.datasets for path in paths(flow.script, dataset, read.slice))
    stages = frozenset(stage.call.node for path in ways for stage in path if stage.call is not None)
    makers = _made_as(flow, read, graph)
    sources = list(_sources(flow, read))
    behind = frozenset(node for source in sources for node in code_behind(flow.script, *source))
    changes: list[Change] = []
    for each in chain(
        (agreed(flow, document, [node], stages | behind) for document, node in makers),
        (ordered_alike(flow.script, unseeded_in(flow.script, *each, (work.document, work.head))) for each in sources),
        (change for maker in makers for change in _ordered_before(flow, *maker, stages)),
    ):
        if isinstance(each, Refusal):
            return each
        changes.append(each)
    drawn = next(_drawn_numbers(flow, read), None)
    if drawn is not None and not (found and all(point.repeated for point in found)):
        return as_many_as_drawn(drawn)
    return [
        *changes,
        *handed,
        *(
            Change(partial(shard_edits, flow.script, point, graph), point.confirm, point.node, point.later, point.ways)
            for point in found
        ),
        *(change for point in found for change in _without_end(flow.script, work, point)),
        *(() if graph else _whole_batches(flow.script, found)),
    ]


def _made_as(flow: DataFlow, read: Pipeline, graph: bool) -> list[tuple[Document, ast.expr]]:
    """Give what makes the datasets of a pipeline: in a graph their calls, for a train op computes with what it is fed besides."""
    places = [(flow.script.home(each.site.node), each.site.node) for each in read.datasets] if graph else []
    found = [(home, node) for home, node in places if home is not None and isinstance(node, ast.expr)]
    return found or [(read.document, read.node)]


def _drawn_numbers(flow: DataFlow, read: Pipeline) -> Iterator[Call]:
    """Yield the calls by which generators that a dataset's elements come from draw how many there are."""
    for _, generator in _generators(flow, read):
        for value in ordered(flow.script.values(generator)):
            bodies = run_by(flow.script, value.site.node) if isinstance(value, Function) else ()
            for inner in (inner for body in bodies for inner in calls_within(flow.script, body)):
                if decides_turns(flow.script, inner):
                    yield inner


def _sources(flow: DataFlow, read: Pipeline) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the objects that a dataset's elements come from, by a method or a call."""
    for document, generator in _generators(flow, read):
        yield from _objects_behind(flow.script, document, generator)


def _generators(flow: DataFlow, read: Pipeline) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the generators that a dataset's elements come from."""
    for call in filter(None, map(flow.script.call, read.slice)):
        generator = generator_of(call)
        if generator is not None:
            yield call.document, generator


def _ordered_before(
    flow: DataFlow, home: Document, made: ast.expr, stages: frozenset[ast.AST]
) -> Iterator[Change | Refusal]:
    """Let all processes draw one order of the arrays that a session feeds to the placeholders of a dataset.

    Its own `stages`, which are behind the handle of an iterator that is fed, are ordered as they are divided.
    """
    placeholders = placeholders_among(flow.script, flow.script.slices.of(home, made))
    for document, node in fed(flow.script, flow.script.calls, placeholders):
        yield agreed(flow, document, [node], stages)


def _objects_behind(script: Script, document: Document, generator: ast.expr) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the objects that a generator's elements come from: its own, or those that it gives or runs over."""
    values = ordered(script.values(generator))
    if any(isinstance(each, Instance | Bound) for each in values):
        yield document, generator
        return
    for function in (each for each in values if isinstance(each, Function) and each.site.module.own):
        for given in _run_over(function.site.node):
            for home, node in iterated(script, function.site.module.document, given):
                if any(isinstance(each, Instance) and isinstance(each.of, Class) for each in script.values(node)):
                    yield home, node


def _run_over(function: ast.AST) -> Iterator[ast.expr]:
    """Yield what a generator, or a function that makes one, runs over, or gives to be run over."""
    if isinstance(function, ast.Lambda):
        yield function.body
    for node in own_nodes(function):
        match node:
            case ast.For(iter=given) | ast.comprehension(iter=given):
                yield given
            case ast.Return(ast.expr() as given) | ast.YieldFrom(given):
                yield given


_NO_ENDS = frozenset({"GeneratorExit", "KeyboardInterrupt", "SystemExit"})
"""Exceptions of Python that no end of data raises."""


def _without_end(script: Script, work: Work, point: ShardPoint) -> Iterator[Change]:
    """Yield the changes that let a dataset go on for as long as a loop that counts all turns of a training takes of it.

    What is left over in each repetition, as one sample of seven for two processes, is part of the loop's count.
    """
    if len(work.chain) != 1 or not work.counts or _sees_the_end(work):
        return
    stages = dict.fromkeys(stage for path, index in point.divided for stage in path[index + 1 :])
    for stage in stages:
        times = repetitions(script, stage)
        if times is not None and stage.operation is not None:
            yield Change(partial(_endless_edits, script, stage.operation.document, times))


def _whole_batches(script: Script, points: Sequence[ShardPoint]) -> Iterator[Change]:
    """Yield the changes that leave out the smaller last batch of a share, where the script computes with whole ones."""
    stages = dict.fromkeys(stage for point in points for path, index in point.divided for stage in path[index + 1 :])
    batching = [stage.operation for stage in stages if stage.kind == "batch" and stage.operation is not None]
    for call in batched_in_part(script, batching):
        yield Change(partial(_whole_edits, script, call))


def _whole_edits(script: Script, call: Call) -> EditSet:
    hvd = horovod(script, call.document)
    edits = layout.add_argument(call.document, call.node, f"drop_remainder={hvd.text}.size() > 1")
    return EditSet.of(call.document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])


def _sees_the_end(work: Work) -> bool:
    """Say whether something is done when the data of a loop, or what stands around it, have come to their end."""
    return any(
        isinstance(each, ast.Try) and any(map(_catches_the_end, each.handlers))
        for place in work.chain
        for each in (*place.document.ancestors(place.node), *place.document.within(place.node))
    )


def _catches_the_end(handler: ast.ExceptHandler) -> bool:
    """Say whether a handler may be for the end of data: for all exceptions, or others than the user's and the system's."""
    return not caught_names(handler) <= _NO_ENDS


def _endless_edits(script: Script, document: Document, times: ast.expr) -> EditSet:
    hvd = horovod(script, document)
    edits = layout.wrap(document, times, "", f" if {hvd.text}.size() == 1 else None", ast.IfExp)
    return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])


def _of_input_function(flow: DataFlow, work: Work, feed: Feed) -> list[Change] | Refusal:
    """Divide the arrays of an `input_fn` that a library's function makes of them."""
    for value in flow.script.values(feed.node):
        call = flow.script.creation(value) if isinstance(value, Instance) else None
        if call is None or not starts_initialised(flow.script, call.document, call.node):
            continue
        if call.entry is not None and "inputs" in call.entry.facts:
            other = next((each for each in flow.readers if _runs(flow.script, each, call)), None)
            return made_for_others(call, other) if other is not None else divide_arguments(flow, call)
    return divide_unknown(flow, work, feed)


def _runs(script: Script, reader: Reader, call: Call) -> bool:
    """Say whether a reader's data are made by a call."""
    return call.node in script.slices.of(reader.document, reader.node)


def _shuffled_within(script: Script, call: Call) -> Refusal | None:
    """Refuse a dataset that is made from a generator which orders samples differently in each process."""
    generator = generator_of(call)
    shuffled = shuffled_anew(script, generator) if generator is not None else None
    return ordered_by_tensorflow(shuffled) if shuffled is not None else None
