"""How each piece of work is divided: which of its data are sharded and which of its counts shrink."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from farandole.analysis.loops import Count, LoopAt
from farandole.analysis.points_to.values import Class, Function, Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slices
from farandole.frameworks.samples import Feed, Kind
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import paths, starts_initialised
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import DataDivision
from farandole.rules.horovod.division import counters, indexed
from farandole.rules.horovod.division.arrays import slice_edits, sliceable
from farandole.rules.horovod.division.counts import computed, count_edits, counted, is_count
from farandole.rules.horovod.division.cuts import Cut, Reader, cut_edits, find_cuts, pipeline, seed_edits, text
from farandole.rules.horovod.division.draws import (
    GRAPH_SEEDERS,
    MIXERS,
    PRODUCERS,
    draws,
    is_random,
    seeding_edits,
    seedings,
    serves_only,
    takes_the_same,
)
from farandole.rules.horovod.division.inputs import at_call
from farandole.rules.horovod.division.orders import agreed_edits, unseeded
from farandole.rules.horovod.division.outcome import Change, Refusal
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod, library
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.hvd211_data_unknown import DataUnknown
from farandole.rules.horovod.restrictions.hvd213_cache_shared import CacheShared
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import StepsNotCounted
from farandole.rules.horovod.restrictions.hvd306_full_batch import FullBatch
from farandole.rules.rule import Related
from farandole.source import Document, Edit, EditSet, layout

_RANKS = (".rank", ".size")
_INITIALIZER = "tensorflow.data.Iterator.make_initializer"
_REINITIALISED = frozenset({"tensorflow.data.Iterator.from_structure", "tensorflow.data.Iterator.from_string_handle"})


@dataclass(frozen=True)
class Divider:
    """What is needed to divide the work of one script."""

    script: Script
    slices: Slices
    readers: tuple[Reader, ...]

    def is_done(self, work: Work) -> bool:
        """Say whether the data or the counts of a work depend on the process already."""
        counts = (*work.counts, *self._takes(work))
        counted = any(self._asks(count.document, count.node, _RANKS) for count in counts)
        return counted or any(self._asks(feed.document, feed.node, (".rank", ".shard")) for feed in self._read(work))

    def _read(self, work: Work) -> Iterator[Feed]:
        yield from work.feeds
        for node in work.inputs:
            yield Feed(work.document, node, Kind.UNKNOWN)
        for feed in work.feeds:
            for value in self.script.values(feed.node) if feed.kind is Kind.SEQUENCE else ():
                call = self.script.creation(value) if isinstance(value, Instance) else None
                if call is not None:
                    yield from (Feed(call.document, node, Kind.UNKNOWN) for node in _arguments(call))

    def _asks(self, document: Document, node: ast.expr, names: tuple[str, ...]) -> bool:
        calls = (self.script.call(each) for each in self.slices.of(document, node))
        return any(_is_about_processes(call, names) for call in calls if call is not None)

    def divide(self, work: Work, division: DataDivision) -> list[Change] | Refusal:
        """Give the changes that divide a work; none where nothing has to change."""
        if work.uncounted is not None:
            return _not_counted(work)
        if division is DataDivision.STEPS:
            return self._counts(work, [*work.counts, *self._takes(work)], ())
        return self._shared_out(work)

    def _shared_out(self, work: Work) -> list[Change] | Refusal:
        changes: list[Change] = []
        cuts: list[Cut] = []
        for feed in work.feeds:
            made = self._feed(work, feed)
            if isinstance(made, Refusal):
                return made
            for change, cut in made:
                changes.append(change)
                cuts += [cut] if cut is not None else []
        if not work.feeds:
            without = self._without_feeds(work)
            if isinstance(without, Refusal):
                return without
            changes += without
        taken = [
            Count(call.document, node)
            for cut in cuts
            for call in cut.later
            if (node := call.argument("count")) is not None
        ]
        return changes + self._counts(work, [*work.counts, *taken], changes)

    def _counts(self, work: Work, counts: Sequence[Count], changes: Sequence[Change]) -> list[Change]:
        """Give the changes of the counts that do not shrink by themselves, being computed from divided data."""
        divided = {change.divided for change in changes if change.divided is not None}
        found = {}
        for count in counts:
            if is_count(self.script, count.node) and divided.isdisjoint(
                self.slices.of(count.document, count.node).nodes
            ):
                edits = partial(count_edits, self.script, count)
                found[count.node] = Change(
                    partial(_edit_set, count.document, edits), divided=computed(self.script, count) or count.node
                )
        if work.loop is None or not found:
            return list(found.values())
        bound = [count.node for count in counts if computed(self.script, count) is not None]
        shrunk = frozenset(node.id for node in bound if isinstance(node, ast.Name))
        parts = tuple(part for count in counts if count.node in found for part in (count.node, counted(count)))
        return [*found.values(), self._by_counter(work, work.loop, parts, shrunk)]

    def _by_counter(self, work: Work, loop: LoopAt, counts: tuple[ast.expr, ...], shrunk: frozenset[str]) -> Change:
        """Divide what the loop compares its counter with, and let what it computes from it see all steps."""
        used = counters.uses(self.script, loop, counts, shrunk, work.training.runs or work.training.steps)
        return Change(partial(_edit_set, loop.document, partial(counters.use_edits, self.script, loop.document, used)))

    def _takes(self, work: Work) -> Iterator[Count]:
        for feed in work.feeds:
            if feed.kind is Kind.DATASET:
                read = pipeline(self.script, self.slices, feed.document, feed.node)
                stages = dict.fromkeys(
                    stage
                    for dataset in read.datasets
                    for path in paths(self.script, dataset, read.slice)
                    for stage in path
                )
                for stage in stages:
                    if (
                        stage.kind == "take"
                        and stage.call is not None
                        and (node := stage.call.argument("count")) is not None
                    ):
                        yield Count(stage.call.document, node)

    def _feed(self, work: Work, feed: Feed) -> list[tuple[Change, Cut | None]] | Refusal:
        match feed.kind:
            case Kind.DATASET:
                return self._dataset(work, feed)
            case Kind.ARRAYS | Kind.LIST:
                return self._arrays(work, feed)
            case Kind.GENERATOR:
                return [(self._every_nth(work, feed), None)]
            case Kind.SEQUENCE:
                return self._sequence(work, feed)
        if work.loop is not None and work.loop.node is work.node and isinstance(work.node, ast.For):
            doubt = f"{text(feed.document, feed.node)} must give batches of samples"
            return [(self._every_nth(work, feed, doubt), None)]
        return self._unknown(work, feed)

    def _dataset(self, work: Work, feed: Feed) -> list[tuple[Change, Cut | None]] | Refusal:
        read = pipeline(self.script, self.slices, feed.document, feed.node)
        if not read.datasets and feed.node is not work.node:
            return self._of_input_function(work, feed)
        for node in read.slice:
            call = self.script.call(node)
            if call is not None and call.entry is not None and "own-path" in call.entry.facts:
                path = call.argument(str(call.entry.facts["own-path"]))
                if path is not None:
                    return _cache_shared(call, path)
            if call is not None and not call.names.isdisjoint(_REINITIALISED):
                initialised = self.script.calls_to(_INITIALIZER)
                if len(initialised) > 1:
                    return _several(call, initialised)
        found = find_cuts(self.script, self.slices, read, self.readers)
        if isinstance(found, Refusal):
            change = at_call(self.script, read) if work.training.pattern is Pattern.ESTIMATOR and work.counts else None
            return [(change, None)] if change is not None else found
        graph = work.training.pattern in GRAPHS
        ordered: list[tuple[Change, Cut | None]] = [(self._ordered(feed.document, [feed.node]), None)]
        return ordered + [
            (Change(partial(cut_edits, self.script, cut, graph), cut.confirm, cut.node), cut) for cut in found
        ]

    def _of_input_function(self, work: Work, feed: Feed) -> list[tuple[Change, Cut | None]] | Refusal:
        """Divide the arrays of an `input_fn` that a library's function makes of them."""
        for value in self.script.values(feed.node):
            call = self.script.creation(value) if isinstance(value, Instance) else None
            if call is None or not starts_initialised(self.script, call.document, call.node):
                continue
            if call.entry is not None and "inputs" in call.entry.facts:
                return self._arguments(call)
        return self._unknown(work, feed)

    def _arguments(self, call: Call) -> list[tuple[Change, Cut | None]] | Refusal:
        """Divide the arrays that a call is given."""
        assert call.entry is not None
        names = call.entry.facts.get("inputs", ())
        assert isinstance(names, tuple)
        nodes = [node for name in names if (node := call.argument(str(name))) is not None]
        change = self._sliced(call.document, call.document.statement(call.node), nodes)
        return [(replace(change, divided=call.node), None)]

    def _arrays(self, work: Work, feed: Feed) -> list[tuple[Change, Cut | None]] | Refusal:
        nodes = list(work.inputs) or [feed.node]
        if not all(sliceable(self.script, node) for node in nodes):
            return self._unknown(work, feed)
        if work.loop is not None:
            nodes = [each.node for each in work.feeds if each.kind in (Kind.ARRAYS, Kind.LIST)]
            if feed.node is not nodes[0]:
                return []
        return [(self._sliced(feed.document, feed.document.statement(feed.node), nodes), None)]

    def _sliced(self, document: Document, before: ast.stmt, nodes: Sequence[ast.expr]) -> Change:
        _, known = slice_edits(self.script, document, before, nodes)
        doubt = "" if known else f"{_listed(document, nodes)} must be arrays, whose first axis is that of the samples"
        ordered = self._ordered(document, nodes)

        def edits() -> EditSet:
            return EditSet.of(document, slice_edits(self.script, document, before, nodes)[0]) | ordered.edits()

        return Change(edits, "; ".join(filter(None, (doubt, ordered.confirm))))

    def _ordered(self, document: Document, nodes: Sequence[ast.expr]) -> Change:
        """Give all processes the samples of arrays in one order."""
        chance = unseeded(self.script, self.slices, document, nodes)

        def edits() -> EditSet:
            found = [seed_edits(self.script, call, parameter) for call, parameter in chance.seeded]
            found += [agreed_edits(self.script, call) for call in chance.mixed]
            return reduce(EditSet.__or__, found, EditSet.empty())

        return Change(edits, chance.doubt)

    def _every_nth(self, work: Work, feed: Feed, doubt: str = "") -> Change:
        endless = bool(work.counts) or (feed.kind is Kind.GENERATOR and _is_endless(self.script, feed.node))
        return Change(partial(_edit_set, feed.document, partial(_every_nth, self.script, feed, endless)), doubt)

    def _sequence(self, work: Work, feed: Feed) -> list[tuple[Change, Cut | None]] | Refusal:
        """Divide a Keras sequence: the arrays that it is made of, or its order and the number of its batches."""
        made = [each for each in self.script.values(feed.node) if isinstance(each, Instance)]
        call = self.script.creation(made[0]) if len(made) == 1 else None
        if call is None:
            return self._unknown(work, feed)
        shared = any(call.node in self.slices.of(reader.document, reader.node) for reader in self.readers)
        if shared or not starts_initialised(self.script, call.document, call.node):
            return self._unknown(work, feed)
        arrays = [node for node in _arguments(call) if self.script.instances(node, "array")]
        entry = call.entry
        if entry is not None and entry.name.rpartition(".")[2] == "flow":
            return self._arguments(call)
        if arrays and all(isinstance(each.of, Class) for each in made):
            change = self._sliced(call.document, call.document.statement(call.node), arrays)
            doubt = f"{_listed(call.document, arrays)} must hold the samples of {text(call.document, call.node)}"
            return [(replace(change, confirm=doubt, divided=call.node), None)]
        if entry is None or "seed" not in entry.facts or self.script.constants(call.argument("shuffle")) == {False}:
            return self._unknown(work, feed)
        return [(change, None) for change in self._seeded(work, feed, call)]

    def _seeded(self, work: Work, feed: Feed, call: Call) -> Iterator[Change]:
        """Give each process an order of its own, and its part of the batches."""
        assert call.entry is not None
        seed = call.argument(str(call.entry.facts["seed"]))
        if seed is not None and self.script.constants(seed) != {None}:
            yield Change(
                partial(_edit_set, call.document, partial(_ranked_seed_edits, self.script, call.document, seed))
            )
        if not work.counts and work.fit is not None:
            yield Change(partial(_edit_set, work.document, partial(_steps_edits, self.script, work.fit, feed.node)))

    def _without_feeds(self, work: Work) -> list[Change] | Refusal:
        """Divide a loop that counts: arrays that it takes slices of, where these are seen."""
        if work.loop is None:
            if work.fit is not None:
                return _hidden(work)
            return []
        found = indexed.arrays(self.script, work.loop) if work.counts else []
        if found:
            before = work.document.statement(_outermost(work, found))
            return [self._sliced(work.document, before, found)]
        if not work.counts:
            return _not_counted(work)
        return self._by_turns(work, work.loop)

    def _by_turns(self, work: Work, loop: LoopAt) -> list[Change] | Refusal:
        """Let each process take every `size`-th turn of a loop that computes from its counter where it reads."""
        turns = indexed.turns(self.script, loop, work.counts[0])
        if turns.counters:
            edits = partial(indexed.turn_edits, self.script, work.document, work.counts[0], turns.counters)
            items = [read.value for read in turns.items]
            doubt = f"{_listed(work.document, items)} must hold samples or batches" if items else ""
            ordered = self._ordered(work.document, [read.value for read in turns.reads])
            return [Change(partial(_edit_set, work.document, edits), doubt), ordered]
        if turns.reads:
            return _read_by_turn(work, turns.reads[0])
        return self._drawn(work, loop)

    def _drawn(self, work: Work, loop: LoopAt) -> list[Change] | Refusal:
        """Let each process draw samples of its own, where the script seeds all of them alike."""
        if work.training.pattern in GRAPHS and self.script.calls_to(*PRODUCERS):
            return self._produced()
        if takes_the_same(self.script, work.chain[-1]):
            return _full_batch(work)
        found = seedings(self.script, work.chain)
        used = counters.uses(self.script, loop, (), frozenset(), work.training.runs or work.training.steps)
        if used.read is not None:
            return _called_by_turn(work, used.read)
        before = tuple(seeding for seeding in found if seeding.seed)
        changes: list[Change] = []
        for call in (seeding.call for seeding in found if not seeding.seed):
            if not serves_only(self.script, call, work.chain[-1]):
                return _seeded_alike(work, call)
            (seed,) = _arguments(call)
            ranked = partial(_ranked_seed_edits, self.script, call.document, seed)
            changes.append(Change(partial(_edit_set, call.document, ranked)))
        document = work.chain[-1].document
        edits = partial(_edit_set, document, partial(seeding_edits, self.script, work.chain[-1], before))
        return [Change(edits if before else EditSet.empty, self._doubted(work, loop)), *changes]

    def _doubted(self, work: Work, loop: LoopAt) -> str:
        """Say what must give each process other samples, unless a generator of random numbers does."""
        drawn = list(draws(self.script, loop.node))
        fed = counters.fed_by(loop, work.training.runs or work.training.steps)
        first = next((call for call in drawn if call.node in fed), None)
        source = drawn if first is None else [first]
        if not drawn or any(map(is_random, source)):
            return ""
        document, node = (first.document, first.node) if first is not None else (work.document, work.head)
        line, _ = document.position(document.span(node).start)
        what = text(document, node) if first is not None else "this loop"
        return f"{what} in line {line} must give each process other samples"

    def _produced(self) -> list[Change] | Refusal:
        """Let the queues of a TensorFlow 1 graph give each process its files or samples in another order."""
        changes: list[Change] = []
        for call in self.script.calls_to(*PRODUCERS):
            if self.script.constants(call.argument("shuffle")) & {False} and not self.script.calls_to(*MIXERS):
                return _in_one_order(call)
            seed = call.argument("seed")
            if seed is not None and self.script.constants(seed) != {None}:
                edits = partial(_ranked_seed_edits, self.script, call.document, seed)
                changes.append(Change(partial(_edit_set, call.document, edits)))
        for call in self.script.calls_to(*GRAPH_SEEDERS):
            seed = call.argument("seed")
            if seed is not None and self.script.constants(seed) != {None}:
                edits = partial(_ranked_seed_edits, self.script, call.document, seed)
                changes.append(Change(partial(_edit_set, call.document, edits)))
        return changes

    def _unknown(self, work: Work, feed: Feed) -> list[tuple[Change, Cut | None]] | Refusal:
        if work.fit is not None and work.counts:
            doubt = f"{text(feed.document, feed.node)} must give each process other samples"
            return [(Change(EditSet.empty, doubt), None)]
        return Refusal(
            DataUnknown(),
            f"it is not known how to divide {text(feed.document, feed.node)} among the processes",
            "give each process its own part of the data, by hvd.rank() and hvd.size(), equally many batches in each",
        )


def _outermost(work: Work, arrays: Sequence[ast.expr]) -> ast.stmt:
    """Give the outermost loop around the one of a work, in the same function, that does not make one of its arrays."""
    function = next((place for place in reversed(work.chain) if place.document is work.document), None)
    assert work.loop is not None
    scope = work.document.scope(work.loop.node)
    own = [
        place.node
        for place in work.chain
        if place.document is work.document and work.document.scope(place.node) is scope
    ]
    read = {each.id for array in arrays for each in ast.walk(array) if isinstance(each, ast.Name)}
    outside = [loop for loop in own if read.isdisjoint(_stored(loop))]
    return outside[-1] if function is not None and outside else work.loop.node


def _stored(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _is_about_processes(call: Call, names: tuple[str, ...]) -> bool:
    shards = ".shard" in names and call.entry is not None and call.entry.facts.get("data") == "shard"
    return shards or any(name.startswith("horovod.") and name.endswith(names) for name in call.names)


def _edit_set(document: Document, edits: object) -> EditSet:
    return EditSet.of(document, edits())  # type: ignore[operator]


def _listed(document: Document, nodes: Sequence[ast.expr]) -> str:
    return " and ".join(dict.fromkeys(text(document, node) for node in nodes))


def _arguments(call: Call) -> list[ast.expr]:
    return [*call.node.args, *(keyword.value for keyword in call.node.keywords)]


def _is_endless(script: Script, node: ast.expr) -> bool:
    """Say whether a generator is one that never ends."""
    for value in script.values(node):
        call = script.creation(value) if isinstance(value, Instance) else None
        functions = call.functions if call is not None else frozenset()
        if not functions or not all(_loops_for_ever(function) for function in functions):
            return False
    return True


def _loops_for_ever(function: Function) -> bool:
    return any(
        isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)
        for node in ast.walk(function.site.node)
    )


def _every_nth(script: Script, feed: Feed, endless: bool) -> tuple[Edit, ...]:
    """Give this process every `size`-th item; of a generator that ends, equally many as the others."""
    hvd = horovod(script, feed.document)
    if endless:
        itertools = library(script, feed.document, "itertools", "itertools")
        edits = layout.wrap(
            feed.document,
            feed.node,
            f"{itertools.text}.islice(",
            f", {hvd.text}.rank(), None, {hvd.text}.size())",
        )
        edits = (*itertools.edits, *edits)
    else:
        edits = layout.wrap(
            feed.document,
            feed.node,
            f"(group[{hvd.text}.rank()] for group in zip(*[iter(",
            f")] * {hvd.text}.size()))",
        )
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))


def _ranked_seed_edits(script: Script, document: Document, seed: ast.expr) -> tuple[Edit, ...]:
    hvd = horovod(script, document)
    edits = (*hvd.edits, *layout.wrap(document, seed, "", f" + {hvd.text}.rank()"))
    return tuple(replace(edit, once=True) for edit in edits)


def _steps_edits(script: Script, fit: Call, data: ast.expr) -> tuple[Edit, ...]:
    hvd = horovod(script, fit.document)
    steps = f"steps_per_epoch=max(1, len({fit.document.segment(data)}) // {hvd.text}.size())"
    return (*hvd.edits, *layout.add_argument(fit.document, fit.node, steps))


def _not_counted(work: Work) -> Refusal:
    node = work.uncounted if work.uncounted is not None else work.head
    return Refusal(
        StepsNotCounted(),
        f"how many steps {work.training.label} is trained in depends on {text(work.document, node)}",
        "let the loop run over the data or count its steps, so that all processes take equally many",
    )


def _several(iterator: Call, initialised: Sequence[Call]) -> Refusal:
    datasets = [(each.document, node) for each in initialised if (node := each.argument("dataset")) is not None]
    listed = " and ".join(dict.fromkeys(text(document, node) for document, node in datasets))
    return Refusal(
        DataUnknown(),
        f"{text(iterator.document, iterator.node)} reads {listed} in turn, and which of them is trained on can't be seen",
        "shard the one for training by hand, .shard(hvd.size(), hvd.rank()), and divide the steps by hvd.size()",
        tuple(Related(document, document.span(node), "read by the iterator") for document, node in datasets),
    )


def _read_by_turn(work: Work, read: ast.Subscript) -> Refusal:
    return Refusal(
        DataUnknown(),
        f"where {text(work.document, read)} reads depends on the turn of this loop, and each process would read the same",
        "compute the place from `step * hvd.size() + hvd.rank()` instead of the counter `step`",
    )


def _called_by_turn(work: Work, read: ast.Call) -> Refusal:
    return Refusal(
        DataUnknown(),
        f"what {text(work.document, read)} gives depends on the turn of this loop, and is the same in each process",
        "where it gives samples, pass it `step * hvd.size() + hvd.rank()` instead of the counter `step`",
        (Related(work.document, work.document.span(read), "this is given the turn"),),
    )


def _full_batch(work: Work) -> Refusal:
    return Refusal(
        FullBatch(),
        f"every turn of this loop trains {work.training.label} on the same samples, and so would every process",
        'give each process a part of the samples, by hvd.rank() and hvd.size(), and set data = "none": nothing is divided then',
    )


def _seeded_alike(work: Work, call: Call) -> Refusal:
    return Refusal(
        DataUnknown(),
        f"{text(call.document, call.node)} seeds all processes alike while they train, and they would draw the same samples",
        "add hvd.rank() to the seed",
        (Related(work.document, work.document.span(work.head), "this loop draws them"),),
    )


def _in_one_order(call: Call) -> Refusal:
    return Refusal(
        DataUnknown(),
        f"{text(call.document, call.node)} gives all processes the same in the same order",
        "give it a part of the files or samples in each process, by hvd.rank() and hvd.size()",
    )


def _cache_shared(call: Call, path: ast.expr) -> Refusal:
    return Refusal(
        CacheShared(),
        f"all processes would write the file {text(call.document, path)} of {call.attribute}",
        "give each process its own file, with hvd.rank() in its name, and shard the dataset before it",
    )


def _hidden(work: Work) -> Refusal:
    return Refusal(
        DataUnknown(),
        f"the data of {work.training.label} are hidden in the arguments `*` or `**` of this call",
        "pass the data by name",
    )
