"""How each piece of work is divided: which of its data are sharded and which of its counts shrink."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from farandole.analysis.answers import answered_once
from farandole.analysis.loops import Count, LoopAt, is_range
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.samples import Feed, Kind, feeds_of, names_of_samples, reads_elements
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import paths
from farandole.frameworks.tensorflow.session_runs import picked_by_turn
from farandole.frameworks.tensorflow.step_counters import step_counters
from farandole.options import DataDivision
from farandole.rules.horovod.division import counters
from farandole.rules.horovod.division.arrays import is_none
from farandole.rules.horovod.division.collected import collected, fitted_in_turns
from farandole.rules.horovod.division.counts import computed, count_edits, counted, edits_in_place, is_count
from farandole.rules.horovod.division.datasets import divide_dataset
from farandole.rules.horovod.division.fed import read_at_turn
from farandole.rules.horovod.division.generators import every_nth
from farandole.rules.horovod.division.global_steps import GlobalSteps
from farandole.rules.horovod.division.indexed import arrays, read_in_part
from farandole.rules.horovod.division.loops import divide_loop, entries_of, going_on, of_other_items
from farandole.rules.horovod.division.means import (
    all_divisors,
    batch_means,
    converted,
    filled_in_part,
    is_number_of_steps,
    is_stepped,
    length_divisors,
    loop_means,
)
from farandole.rules.horovod.division.noise import drawn_beside
from farandole.rules.horovod.division.orders import goes_on_alike
from farandole.rules.horovod.division.outcome import Change, counted_on, edit_set, hidden_counts, listed
from farandole.rules.horovod.division.pipelines import DataFlow, pipeline
from farandole.rules.horovod.division.progress_bars import told_totals
from farandole.rules.horovod.division.queues import goes_on, periods_of
from farandole.rules.horovod.division.readers import read_to_an_end
from farandole.rules.horovod.division.samples import divide_arrays, divide_unknown, read_alike
from farandole.rules.horovod.division.sequences import divide_sequence
from farandole.rules.horovod.division.tasks import trained_for_tasks
from farandole.rules.horovod.division.timed import time_edits
from farandole.rules.horovod.division.told import Turns
from farandole.rules.horovod.division.use_edits import change_of
from farandole.rules.horovod.division.work import Work, made_sequences, untrained
from farandole.rules.horovod.division.workers import made_by_workers
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.restrictions.data.beside import (
    also_without_training,
    other_train_op,
    read_beside,
    rounds_by_length,
)
from farandole.rules.horovod.restrictions.data.unknown import going_on_from, no_samples
from farandole.rules.horovod.restrictions.hvd214_samples_continued import continued
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import not_counted, not_limited
from farandole.rules.horovod.restrictions.hvd306_full_batch import full_batch, one_sample
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, Edit, EditSet, layout
from farandole.source.binding import names_in

_RANKS = (".rank", ".size")
_SHARD = "tensorflow.data.Dataset.shard"


@dataclass(frozen=True)
class Divider:
    """What is needed to divide the work of one script: how its data go, and all that is `driven`."""

    flow: DataFlow
    driven: tuple[Work, ...]

    def is_done(self, work: Work) -> bool:
        """Say whether the data or the counts of a work depend on the process already."""
        counts = (*work.counts, *filter(None, [work.timed]), *self._takes(work))
        counted = any(self._asks(count.document, count.node, _RANKS) for count in counts)
        return (
            counted
            or self._is_shared_out(work)
            or self._is_read_in_turns(work)
            or self._goes_on_shared(work)
            or any(self._asks(feed.document, feed.node, (".rank", ".shard")) for feed in self._read(work))
        )

    def _is_read_in_turns(self, work: Work) -> bool:
        """Say whether a loop that ends by what its reader says trains on what depends on the rank."""
        if work.uncounted is None:
            return False
        return any(self._asks(step.document, node, (".rank",)) for step in work.steps for node in step.arguments)

    def _goes_on_shared(self, work: Work) -> bool:
        """Say whether a loop over queues without an end does at its periods what a part of the turns asks for."""
        place = work.loop
        if place is None or work.feeds or work.counts or not goes_on(self.flow.script, work.training, place):
            return False
        return any(self._asks(place.document, each, (".size",)) for each in periods_of(place))

    def _is_shared_out(self, work: Work) -> bool:
        """Say whether what a loop goes through depends on the rank, as where numbers of turns are listed and shared out."""
        place = work.loop
        return (
            place is not None
            and isinstance(place.node, ast.For)
            and self._asks(place.document, place.node.iter, (".rank",))
        )

    def _read(self, work: Work) -> Iterator[Feed]:
        yield from work.feeds
        for feed in work.feeds:
            if feed.kind is Kind.DATASET:
                read = pipeline(self.flow.script, feed.document, feed.node)
                yield Feed(read.document, read.node, Kind.DATASET)
        for node in work.inputs:
            yield Feed(work.document, node, Kind.UNKNOWN)
        for _, call in made_sequences(self.flow.script, work):
            yield from (Feed(call.document, node, Kind.UNKNOWN) for node in call.arguments)

    def _asks(self, document: Document, node: ast.expr, names: tuple[str, ...]) -> bool:
        asking = _about_processes(self.flow.script, names)
        return bool(asking) and not asking.isdisjoint(self.flow.script.filling.made_of(document, [node]))

    def divide(self, work: Work, division: DataDivision, earlier: Sequence[Change]) -> list[Change] | Refusal:
        """Give the changes that divide a work beside `earlier` ones of others; none where nothing has to change."""
        if work.within is not None:
            return fitted_in_turns(self.flow.script, work) or []
        taken = read_to_an_end(self.flow, work) if division is not DataDivision.STEPS else None
        refusal = self._as_a_whole(work if taken is None else replace(work, uncounted=None))
        if refusal is not None:
            return refusal
        if taken is not None and work.loop is not None:
            return self._read_to_an_end(work, work.loop, taken)
        if division is DataDivision.STEPS:
            return self._counts(work, [*work.counts, *self._takes(work)], ())
        is_fed = not work.feeds or not all(map(self._is_left_out, work.feeds))
        return self._shared_out(work, earlier) if is_fed else []

    def _as_a_whole(self, work: Work) -> Refusal | None:
        """Refuse a work that can't be divided, whatever its data are."""
        if work.uncounted is not None:
            return not_counted(work.training, work.document, work.uncounted)
        if work.unlimited is not None:
            return not_limited(work.training, work.document, work.unlimited)
        empty = [
            feed.node for feed in work.feeds if is_none(self.flow.script, feed.node) and not self._is_left_out(feed)
        ]
        if empty and len(empty) == len(work.feeds):
            return no_samples(work.document, empty[0])
        shared = next(untrained(self.flow.script, work), None)
        if shared is not None:
            return also_without_training(work.document, work.head, shared)
        return trained_for_tasks(self.flow.script, work) or continued(self.flow, work)

    def _is_left_out(self, feed: Feed) -> bool:
        """Say whether a parameter is given no samples by any call of its function, which trains by other ones then."""
        script, node = self.flow.script, feed.node
        home = script.scope(feed.document, node).home(node.id) if isinstance(node, ast.Name) else None
        return home is not None and isinstance(home.node, FunctionNode) and is_none(script, node)

    def _shared_out(self, work: Work, earlier: Sequence[Change]) -> list[Change] | Refusal:
        read = self._read_at_turn(work)
        if read is not None:
            return read_beside(work.document, read, listed(self.flow.script, [feed.node for feed in work.feeds]))
        chosen = self._run_by_turn(work)
        if chosen is not None:
            return other_train_op(work.document, chosen)
        beside = going_on(self.flow, work, work.loop, work.feeds[0].node) if work.loop and work.feeds else None
        apart = beside or of_other_items(self.flow, work) or made_by_workers(self.flow, work)
        apart = (
            apart
            or collected(self.flow.script, work, self.driven)
            or self._of_one_sample(work)
            or self._of_same_samples(work)
        )
        if apart is not None:
            return apart
        changes: list[Change] = []
        for feed in work.feeds or (None,):
            before = (*earlier, *changes)
            made = divide_loop(self.flow, work, before) if feed is None else self._feed(work, feed, before)
            if isinstance(made, Refusal):
                return made
            changes += made
        rounds = self._rounds(work, changes)
        for made in (rounds or [], read_alike(self.flow, work), drawn_beside(self.flow, work)):
            if isinstance(made, Refusal):
                return made
            changes += made
        taken = [
            Count(call.document, node)
            for change in changes
            for call in change.later
            if (node := call.argument("count")) is not None
        ]
        return changes + self._counts(work, [*work.counts, *taken], changes)

    def _read_to_an_end(self, work: Work, loop: LoopAt, taken: Sequence[Change]) -> list[Change] | Refusal:
        """Give the changes of a loop of which each process keeps its own batches of a reader, beside those `taken`."""
        reading = next(change.divided for change in reversed(taken) if isinstance(change.divided, ast.expr))
        read = replace(work, feeds=(Feed(loop.document, reading, Kind.UNKNOWN),))
        apart = going_on(self.flow, read, loop, reading) or made_by_workers(self.flow, work)
        apart = apart or collected(self.flow.script, work, self.driven)
        beside = apart or drawn_beside(self.flow, work)
        if isinstance(beside, Refusal):
            return beside
        return [*taken, *beside, *self._by_counter(work, loop, (), frozenset()), *counted_on(loop)]

    def _of_one_sample(self, work: Work) -> Refusal | None:
        """Refuse a loop over the batches of an array that holds one sample, as that of a graph does."""
        if work.loop is None:
            return None
        read = (*(feed.node for feed in work.feeds), *arrays(self.flow.script, work.loop))
        return one_sample(self.flow.script, work.loop.document, read)

    def _of_same_samples(self, work: Work) -> Refusal | None:
        """Refuse a loop over data of which no turn reads an element, where nothing else gives it other samples."""
        script = self.flow.script
        if work.loop is None or not work.feeds or reads_elements(script, work.loop):
            return None
        own = {feed.node for feed in feeds_of(script, work.loop)}
        alone = all(feed.node in own for feed in work.feeds)
        return full_batch(script, work.training, work.chain[-1]) if alone else None

    def _read_at_turn(self, work: Work) -> ast.Subscript | None:
        """Give what a loop over data reads besides, at the number of its turn."""
        if work.loop is None or not work.feeds:
            return None
        steps = work.steps
        entries = entries_of(self.flow.script, work.loop, steps)
        return read_at_turn(self.flow.script, work.loop, entries)

    def _run_by_turn(self, work: Work) -> ast.expr | None:
        """Give what a session runs, where that is among what the turns of the loop read: a train op for each."""
        if work.loop is None:
            return None
        picked = (picked_by_turn(self.flow.script, work.training, each, work.loop.node) for each in work.steps)
        found = next(filter(None, picked), None)
        if found is not None or not work.feeds:
            return found
        names = names_of_samples(self.flow.script, work.loop)
        for run in work.training.runs:
            fetches = run.argument("fetches") if run.document is work.loop.document else None
            if fetches is not None and run.node in run.document.within(work.loop.node) and names_in(fetches) & names:
                return fetches
        return None

    def _counts(self, work: Work, counts: Sequence[Count], changes: Sequence[Change]) -> list[Change]:
        """Give the changes of the counts that do not shrink by themselves, being computed from divided data."""
        divided = {change.divided for change in changes if change.divided is not None}
        of_turns = [
            each
            for each in counts
            if work.loop is None or not counters.is_of_periods(self.flow.script, work.loop, each)
        ]  # of periods there are as many as before when they are divided
        found = {}
        for count in of_turns:
            if is_count(self.flow.script, count.node) and divided.isdisjoint(
                self.flow.script.slices.of(count.document, count.node).nodes
            ):
                edits = partial(count_edits, self.flow.script, count)
                found[count.node] = Change(
                    partial(edit_set, count.document, edits), divided=computed(self.flow.script, count) or count.node
                )
        if work.loop is None:
            return [*found.values(), *_hidden_steps(self.flow.script, work)]
        if work.timed is not None:
            return [
                self._timed(work.loop, work.timed),
                *self._lengths(work, work.loop, divided),
                *self._by_counter(work, work.loop, (), frozenset()),
            ]
        if not found and len(of_turns) == len(counts):
            if not (work.feeds and changes) and not goes_on(self.flow.script, work.training, work.loop):
                return []
            return [
                *self._lengths(work, work.loop, divided),
                *self._totals(work.loop, divided),
                *self._by_periods(work, work.loop, divided),
                *self._half_filled(work.loop, divided),
                *counted_on(work.loop),
            ]
        bound = [count.node for count in counts if computed(self.flow.script, count) is not None]
        shrunk = frozenset(node.id for node in bound if isinstance(node, ast.Name))
        parts = tuple(
            part for count in counts if count.node in found for part in (count.node, counted(self.flow.script, count))
        )
        shared_out = divided | {each.divided for each in found.values() if each.divided is not None}
        return [
            *found.values(),
            *self._means(work.loop, [count for count in counts if count.node in found]),
            *self._lengths(work, work.loop, shared_out),
            *self._totals(work.loop, shared_out),
            *self._by_counter(work, work.loop, parts, shrunk),
            *counted_on(work.loop),
            *self._half_filled(
                work.loop,
                {
                    *divided,
                    *bound,
                    *(
                        each
                        for count in counts
                        for each in loop_means(self.flow.script, work.loop, counted(self.flow.script, count))
                    ),
                },
            ),
        ]

    def _timed(self, loop: LoopAt, limit: Count) -> Change:
        """Give the change that divides the time after which a loop ends."""
        time, of = loop.document.quote(limit.node), loop.document.place_of(limit.node)
        doubt = f"{time} in {of} must be the time that one process would need: all together need a part of it"
        edits = partial(time_edits, self.flow.script, limit)
        return Change(partial(edit_set, loop.document, edits), doubt, divided=limit.node)

    def _half_filled(self, loop: LoopAt, divided: Collection[ast.AST]) -> Iterator[Change]:
        """Yield the doubts about arrays of which a loop with fewer turns fills only a part."""
        is_divided = partial(self._is_shrunk, loop.document, divided)
        for array in filled_in_part(self.flow.script, loop, is_divided):
            where = f"{loop.document.quote(array)}, filled in {loop.document.place_of(array)}"
            yield Change(EditSet.empty, f"{where}, must not be needed whole: each process fills a part of it")

    def _means(self, loop: LoopAt, counts: Sequence[Count]) -> Iterator[Change]:
        """Yield the changes of means over the turns that are taken by a count which is divided at the loop."""
        for count in counts:
            whole = counted(self.flow.script, count)
            at_zero = count.start is None or ast.unparse(count.start) == "0"
            at_loop = computed(self.flow.script, count) is None and (at_zero or whole is not count.node)
            if at_loop:
                beside = (*loop_means(self.flow.script, loop, whole), *self._named_means(loop, whole))
                yield from (self._divided_in_place(loop, node) for node in dict.fromkeys(beside))
                stepped = (*batch_means(self.flow.script, loop, whole), *self._named_batches(loop, whole))
                yield from (self._divided_steps(loop, node) for node in dict.fromkeys(stepped))

    def _named_means(self, loop: LoopAt, whole: ast.expr) -> tuple[ast.expr, ...]:
        """Give where the samples of all turns divide a sum, if a name or attribute stands for the number of turns.

        That is bound beside the loop, or by nothing but other attributes of the same object.
        """
        bound = self.flow.script.slices.bound(loop.document, whole)
        if bound is None or bound is whole or self.flow.script.home(bound) is not loop.document:
            return ()
        beside = loop.document.scope(bound) is loop.document.scope(loop.node)
        own = isinstance(whole, ast.Attribute) and _own_names(self.flow.script, loop.document, bound) <= names_in(whole)
        return loop_means(self.flow.script, loop, bound) if beside or own else ()

    def _named_batches(self, loop: LoopAt, whole: ast.expr) -> Iterator[ast.expr]:
        """Yield where a name for the number of steps up to a number divides a sum of a loop that takes them."""
        divisors = all_divisors(loop.document) if is_stepped(loop.node, whole) else ()
        named = (each for each in divisors if isinstance(each, ast.Name | ast.Attribute))
        for name in {ast.unparse(each): each for each in named}.values():
            bound = self.flow.script.slices.bound(loop.document, name)
            if bound is not None and is_number_of_steps(loop.node, whole, bound):
                yield from loop_means(self.flow.script, loop, name)

    def _totals(self, loop: LoopAt, divided: Collection[ast.AST]) -> Iterator[Change]:
        """Yield the changes of what progress bars are told to be the number of turns, where that stays what it was."""
        for total in dict.fromkeys(told_totals(self.flow.script, loop)):
            if is_count(self.flow.script, total) and not self._is_shrunk(loop.document, divided, total):
                yield self._divided_in_place(loop, total)

    def _lengths(self, work: Work, loop: LoopAt, divided: Collection[ast.AST]) -> Iterator[Change]:
        """Yield the changes of means over the turns that are taken by the length of what the loop reads a part of."""
        read = {ast.unparse(each) for each in self._parted(work, loop)}
        for node in length_divisors(self.flow.script, loop.document, read):
            if not self._is_shrunk(loop.document, divided, node) and node in loop_means(self.flow.script, loop, node):
                yield self._divided_steps(loop, node)

    def _divided_in_place(self, loop: LoopAt, node: ast.expr) -> Change:
        """Give the change that divides a number of turns beside a loop, as the loop's own is divided where it stands."""
        edits = partial(edits_in_place, self.flow.script, Count(loop.document, node))
        return Change(partial(edit_set, loop.document, edits), divided=node)

    def _divided(self, loop: LoopAt, node: ast.expr) -> Change:
        """Give the change that divides a number of turns beside a loop, where it stands or is computed."""
        edits = partial(count_edits, self.flow.script, Count(loop.document, node))
        return Change(partial(edit_set, loop.document, edits), divided=node)

    def _divided_steps(self, loop: LoopAt, node: ast.expr) -> Change:
        """Give the change that divides a number of turns, of which the last may take what is left of the samples."""
        fraction = _fraction(computed(self.flow.script, Count(loop.document, node)) or node)
        if fraction is None:
            return self._divided(loop, node)
        edits = partial(_fraction_edits, self.flow.script, loop.document, fraction)
        return Change(partial(edit_set, loop.document, edits), divided=node)

    def _parted(self, work: Work, loop: LoopAt) -> Iterator[ast.expr]:
        """Yield what a loop reads a part of: by its counter, or among what its data are made of."""
        for feed in work.feeds:
            datasets = feed.kind is Kind.DATASET
            made = pipeline(self.flow.script, feed.document, feed.node).slice if datasets else ()
            for node in (*ast.walk(feed.node), *made):
                if isinstance(node, ast.Name | ast.Attribute) and self.flow.script.home(node) is loop.document:
                    yield node
        yield from read_in_part(self.flow.script, work)

    def _rounds(self, work: Work, changes: Sequence[Change]) -> Refusal | None:
        """Refuse a loop over data that saves or evaluates by the turn of all rounds, told by a length of all data."""
        if work.loop is None or not work.feeds or work.counts:
            return None
        divided = {change.divided for change in changes if change.divided is not None}
        counts_turns = partial(self._counts_turns, work.loop.document, divided)
        told = counters.rounds_told(
            self.flow.script, work.loop, self.flow.script.slices.of_arguments(work.steps), counts_turns
        )
        length = next(told, None)
        data = listed(self.flow.script, [feed.node for feed in work.feeds])
        return rounds_by_length(work.loop.document, length, data) if length is not None else None

    def _by_periods(self, work: Work, loop: LoopAt, divided: Collection[ast.AST]) -> Iterator[Change]:
        """Divide the periods of a loop that has fewer turns, since its data are divided, and tell its last turn.

        A period that shrinks with the data by itself must not come to zero.
        """
        turns, fed = Turns.of(self.flow.script, loop), self.flow.script.slices.of_arguments(work.steps)
        used = counters.periods(self.flow.script, turns, fed)
        last = counters.last_turns(self.flow.script, loop, partial(self._is_whole, loop.document, divided))
        shrunk = [each for each in used.divided if self._is_shrunk(loop.document, divided, each)]
        whole = (each for each in used.divided if each not in shrunk)
        yield change_of(self.flow.script, loop.document, replace(used, divided=(*whole, *last)))
        for document, told in counters.periods_told(self.flow.script, turns, fed):
            yield change_of(self.flow.script, document, told)
        for quotient in (each for each in shrunk if isinstance(each, ast.BinOp) and isinstance(each.op, ast.FloorDiv)):
            yield Change(
                partial(edit_set, loop.document, partial(layout.wrap, loop.document, quotient, "max(1, ", ")"))
            )

    def _is_shrunk(self, document: Document, divided: Collection[ast.AST], number: ast.expr) -> bool:
        """Say whether a number is computed from what is divided, and is that of one process by that."""
        return not self.flow.script.slices.of(document, number).nodes.isdisjoint(divided)

    def _counts_turns(self, document: Document, divided: Collection[ast.AST], number: ast.expr) -> bool:
        """Say whether a number is computed from the length of data, in this place alone, and does not shrink with them."""
        return self._is_whole(document, divided, number) and any(
            (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len")
            or (isinstance(node, ast.Attribute) and node.attr in ("shape", "num_examples"))
            for node in self.flow.script.slices.of(document, number)
        )

    def _is_whole(self, document: Document, divided: Collection[ast.AST], number: ast.expr) -> bool:
        """Say whether a number is computed, does not shrink with what is divided, and ends no loop by its name."""
        script = self.flow.script
        within = script.slices.of(document, number)
        if not all(each not in within for each in divided) or isinstance(number, ast.Constant):
            return False
        return not isinstance(number, ast.Name) or not any(
            call.document is document and number.id in names_in(call.node) and is_range(script, call)
            for call in script.calls
        )

    def _by_counter(
        self, work: Work, loop: LoopAt, counts: tuple[ast.expr, ...], shrunk: frozenset[str]
    ) -> Iterator[Change]:
        """Divide what the loop compares its counter with, and let what it computes from it see all steps."""
        used = counters.uses(self.flow.script, Turns.of(self.flow.script, loop), counts, shrunk, work.steps)
        if counts or used.changes or used.doubt:
            yield change_of(self.flow.script, loop.document, used)

    def _takes(self, work: Work) -> Iterator[Count]:
        for feed in work.feeds:
            if feed.kind is Kind.DATASET:
                read = pipeline(self.flow.script, feed.document, feed.node)
                stages = dict.fromkeys(
                    stage
                    for dataset in read.datasets
                    for path in paths(self.flow.script, dataset, read.slice)
                    for stage in path
                )
                for stage in stages:
                    if (
                        stage.kind == "take"
                        and stage.call is not None
                        and (node := stage.call.argument("count")) is not None
                    ):
                        yield Count(stage.call.document, node)

    def _feed(self, work: Work, feed: Feed, earlier: Sequence[Change]) -> list[Change] | Refusal:
        match feed.kind:
            case Kind.DATASET:
                return divide_dataset(self.flow, work, feed, earlier)
            case Kind.ARRAYS | Kind.LIST:
                return divide_arrays(self.flow, work, feed, earlier)
            case Kind.GENERATOR:
                return every_nth(self.flow, work, feed)
            case Kind.SEQUENCE:
                return divide_sequence(self.flow, work, feed)
        over_data = work.loop is not None and work.loop.node is work.node and isinstance(work.node, ast.For)
        if over_data and not _has_methods(feed):
            return self._items(work, feed)
        alike = work.fit is not None and work.counts and goes_on_alike(self.flow.script, feed.node)
        return every_nth(self.flow, work, feed) if alike else divide_unknown(self.flow, work, feed)

    def _items(self, work: Work, feed: Feed) -> list[Change] | Refusal:
        """Divide what a loop goes through, of which nothing is known: each process takes items of its own."""
        counter = _step_read(self.flow.script, work, feed)
        if counter is not None:
            return going_on_from(feed.document, feed.node, counter)
        doubt = (
            f"{feed.document.quote(feed.node)} must give batches of samples, the same in all processes and in one order"
        )
        return every_nth(self.flow, work, feed, doubt)


def _own_names(script: Script, document: Document, node: ast.expr) -> set[str]:
    """Give the names in an expression that a function binds."""
    scope = script.scope(document, node)
    homes = ((name, scope.home(name)) for name in names_in(node))
    return {name for name, home in homes if home is not None and isinstance(home.node, FunctionNode)}


def _fraction(node: ast.expr) -> ast.BinOp | None:
    """Give the quotient that a number of turns is, as it is or rounded up."""
    match converted(node):
        case ast.Call(ast.Name("ceil") | ast.Attribute(attr="ceil"), [inner], []):
            return _fraction(inner)
        case ast.BinOp(op=ast.Div()) as quotient if quotient is node:  # and not rounded down
            return quotient
    return None


def _fraction_edits(script: Script, document: Document, node: ast.expr) -> tuple[Edit, ...]:
    """Divide a number of turns that is a fraction: it stays one."""
    hvd = horovod(script, document)
    edits = layout.wrap(document, node, "", f" / {hvd.text}.size()", ast.Div)
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))


def _hidden_steps(script: Script, work: Work) -> Iterator[Change]:
    """Yield the doubt about the steps of an epoch that a `fit` on other data than arrays is given by what is not seen."""
    fit, name = work.fit, "steps_per_epoch"
    if fit is None or fit.argument(name) is not None or all(feed.kind is Kind.ARRAYS for feed in work.feeds):
        return
    if script.may_pass(fit, name):
        yield hidden_counts([name], f"`{fit.attribute}` in {fit.document.place_of(fit.node)}")


def _step_read(script: Script, work: Work, feed: Feed) -> ast.expr | None:
    """Give where the steps of a training are read, if what is fed depends on how many there were."""
    optimizers = frozenset(work.training.optimizers)
    steps = GlobalSteps(script, step_counters(script, work.training), frozenset(), optimizers)
    found = [
        (home.path, home.span(node), node)
        for node in script.slices.of(feed.document, feed.node).nodes
        if isinstance(node, ast.Name | ast.Attribute)
        and (home := script.home(node)) is not None
        and steps.is_value(home, node)
    ]
    return min(found, key=lambda each: each[:2])[2] if found else None


def _has_methods(feed: Feed) -> bool:
    """Say whether what is fed is asked for its elements by a method that no generator has, as `get_next`."""
    asked = feed.document.parent(feed.node)
    return isinstance(asked, ast.Attribute) and asked.attr != "__next__"


@answered_once
def _about_processes(script: Script, names: tuple[str, ...]) -> frozenset[ast.Call]:
    """Give the calls that ask Horovod for what some names end in, or divide a dataset."""
    shards = script.calls_to(_SHARD) if ".shard" in names else ()
    asking = (
        call
        for call in script.calls_to_module("horovod.")
        if any(name.startswith("horovod.") and name.endswith(names) for name in call.names)
    )
    return frozenset(call.node for call in (*shards, *asking))
