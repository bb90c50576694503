"""How a loop that counts is divided: the arrays that it reads, its turns, or the samples that it draws."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from itertools import chain

from farandole.analysis.augmented import augmented
from farandole.analysis.control_dependence import controls
from farandole.analysis.loops import Count, LoopAt, exits, is_range, yields_for_ever
from farandole.analysis.loops import counters as turn_counters
from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.lattice import Values
from farandole.analysis.points_to.values import Container, Function, Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.slicing import is_reached
from farandole.frameworks.horovod.rate_changes import fed_rates
from farandole.frameworks.samples import Kind
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.feeds import PLACEHOLDERS, of_fixed_length
from farandole.frameworks.tensorflow.session_runs import ops_picked
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division import counters, indexed
from farandole.rules.horovod.division.arrays import Sharded
from farandole.rules.horovod.division.beforehand import decision_edits, decisions, decisions_within
from farandole.rules.horovod.division.counts import counted
from farandole.rules.horovod.division.fed import fed_by
from farandole.rules.horovod.division.orders import ORDERING, chosen_before
from farandole.rules.horovod.division.outcome import Change, edit_set, listed, slices
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.pointers import PointerRead, are_apart, is_lost, pointer_reads, unread
from farandole.rules.horovod.division.queues import (
    doubt_of_order,
    doubt_of_records,
    epochs_of_queues,
    filled,
    goes_on,
    is_filled_by_chance,
    is_mixed,
)
from farandole.rules.horovod.division.samples import agreed, sliced
from farandole.rules.horovod.division.sampling import (
    GRAPH_SEEDERS,
    OF_ARRAYS_ALONE,
    PRODUCERS,
    Seeding,
    computes,
    draws,
    is_random,
    is_unread,
    ranked_seed_edits,
    reached,
    seeders,
    seeders_in_python,
    seeding_edits,
    seedings,
    seeds_draw,
    serves_only,
    takes_unread,
    unseen_in_graph,
)
from farandole.rules.horovod.division.seeds import orders
from farandole.rules.horovod.division.sharding import seed_edits
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.graphs.initialisation import initialisations
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.output.shared_effects import SharedEffects
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.data.alike import (
    called_at_place,
    called_by_turn,
    in_one_order,
    in_the_same_order,
    read_at_place,
    read_at_pointer,
    read_by_turn,
    read_to_the_end,
)
from farandole.rules.horovod.restrictions.data.beside import (
    called_beside,
    carried_on,
    divided_otherwise,
    gathered,
    goes_on_beside,
    trains_another,
)
from farandole.rules.horovod.restrictions.data.chance import (
    decided_anew,
    drawn_after_seed,
    orders_too,
    seeded_alike,
    taken_once,
)
from farandole.rules.horovod.restrictions.data.unknown import hidden
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import not_counted
from farandole.rules.horovod.restrictions.hvd306_full_batch import full_batch, full_batch_on_a_way, one_batch
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, Edit, EditSet, layout
from farandole.source.binding import names_in, stored_among

_TAKING = frozenset({"next_batch", "get_batch", "next", "__next__"})
"""Methods that give other samples each time."""

_CHANGING = frozenset(
    {
        "append",
        "clear",
        "extend",
        "fill",
        "insert",
        "pop",
        "popleft",
        "put",
        "remove",
        "resize",
        "reverse",
        "setdefault",
        "shuffle",
        "sort",
        "update",
    }
)
"""Methods that change what they are called on."""

_NOISE = frozenset({"gauss", "normal", "rand", "randn", "random", "random_sample", "standard_normal", "uniform"})
"""Functions that draw values which choose nothing."""

_OF_LENGTH = frozenset(
    {f"numpy.{name}" for name in ("arange", "empty", "full", "ndarray", "ones", "zeros")} | {"builtins.range"}
)
"""Functions that give as many rows or numbers as their first argument says."""

_TRAINED = ("layer", "model", "optimizer", "variable")
"""The roles of what a training changes, or changes with."""


def divide_loop(flow: DataFlow, work: Work, earlier: Sequence[Change]) -> list[Change] | Refusal:
    """Divide a loop that counts: arrays that it takes slices of, where these are seen."""
    if work.loop is None:
        if work.fit is not None:
            return hidden(work.training)
        return []
    found = indexed.arrays(flow.script, work.loop)
    ends = bool(work.counts) or (not found and _ends_otherwise(flow.script, work, work.loop))
    if not ends:
        return not_counted(work.training, work.document, work.head)
    reading = counters.reading(flow.script, work.loop, work.steps)
    if not found:
        return _by_turns(flow, work, work.loop, reading)
    if reading:
        turned = _by_turns(flow, work, work.loop, reading)
        beside = called_beside(work.document, reading[0], listed(flow.script, found[:1]))
        return beside if isinstance(turned, Refusal) else turned
    return going_on(flow, work, work.loop, found[0]) or _by_arrays(flow, work, found, earlier)


def _ends_otherwise(script: Script, work: Work, loop: LoopAt) -> bool:
    """Say whether a loop that counts nothing ends with its queues, or with a time."""
    return work.timed is not None or goes_on(script, work.training, loop)


def _by_arrays(
    flow: DataFlow, work: Work, found: Sequence[ast.expr], earlier: Sequence[Change]
) -> list[Change] | Refusal:
    """Give each process its part of arrays that a loop takes slices of, before the loops around that take them."""
    whole = next((each for count in work.counts if (each := one_batch(flow.script, work.training, count))), None)
    if whole is not None:
        return whole
    before = work.document.statement(_outermost(work, found))
    change = sliced(flow, work.document, before, Sharded(found, beside=slices(earlier)))
    if isinstance(change, Refusal):
        return change
    return [change, *(Change(EditSet.empty, doubt) for doubt in _of_whole_batches(flow.script, work, found))]


def _of_whole_batches(script: Script, work: Work, arrays: Sequence[ast.expr]) -> Iterator[str]:
    """Yield what must hold where a loop takes what is left as its last batch, and a placeholder takes whole ones alone.

    So it is with what the loop itself makes for a whole batch: rows of zeros that it fills, or numbers of samples.
    """
    for count in work.counts:
        outer = script.call(count.document.parent(count.node))
        step = outer.argument("step") if outer is not None and is_range(script, outer) else None
        parted = step is not None and counted(script, count) is count.node
        if step is None or not parted:
            continue
        placeholder = next(of_fixed_length(script, work.training.runs), None)
        made = _made_of_length(script, work.loop, step) if work.loop is not None else None
        if placeholder is not None:
            takes = f"{placeholder.document.quote(placeholder.node)} takes"
        elif made is not None:
            takes = f"what {work.document.quote(made)} gives is for"
        else:
            continue
        yield (
            f"the number of samples in {listed(script, arrays)} must be a multiple of {count.document.quote(step)} times "
            f"the number of processes: {takes} whole batches alone"
        )


def _made_of_length(script: Script, loop: LoopAt, step: ast.expr) -> ast.Call | None:
    """Give the call by which a loop makes as many rows or numbers as a whole batch has samples."""
    for node in loop.document.within(loop.node, ast.Call):
        call = script.call(node)
        if call is None or not isinstance(node, ast.Call) or not node.args or call.names.isdisjoint(_OF_LENGTH):
            continue
        shape = node.args[0]
        first = shape.elts[0] if isinstance(shape, ast.Tuple | ast.List) and shape.elts else shape
        known = script.constants(first)
        if ast.dump(first) == ast.dump(step) or (len(known) == 1 and known == script.constants(step)):
            return node
    return None


def _by_turns(flow: DataFlow, work: Work, loop: LoopAt, reading: Sequence[ast.Call]) -> list[Change] | Refusal:
    """Let each process take every `size`-th turn of a loop that computes from its counter where it reads.

    What gives samples by the turn is `reading`: it gives those of another turn when it is asked for them.
    """
    repeatable = _are_repeatable(flow, work, reading)
    condition = [Count(work.document, loop.node.test)] if isinstance(loop.node, ast.While) else []
    turns = indexed.turns(flow.script, loop, [*work.counts, *condition][0], reading if repeatable else ())
    refusal = _not_in_parts(flow, work, loop, turns)
    if refusal is not None:
        return refusal
    if reading and not repeatable and turns.counters:
        return called_by_turn(work.document, reading[0])
    if turns.counters:
        return going_on(flow, work, loop, next(turns.taken(reading))) or _of_turns(flow, work, turns, reading)
    if turns.reads:
        return (read_at_place if turns.stepped else read_by_turn)(work.document, turns.reads[0])
    if reading:
        return (called_at_place if turns.stepped else called_by_turn)(work.document, reading[0])
    return _drawn(flow, work, loop)


def _of_turns(flow: DataFlow, work: Work, turns: indexed.Turns, reading: Sequence[ast.Call]) -> list[Change] | Refusal:
    """Let each process take every `size`-th turn, where the uses of the counter are told that say what is taken."""
    if not work.counts:
        return not_counted(work.training, work.document, work.head)
    taken = {work.document: [*turns.taken(reading)]}
    used = _computed(flow, work.steps)
    behind = indexed.left_behind(flow.script, work.loop, turns, used) if work.loop is not None else None
    if behind is not None:
        return goes_on_beside(work.document, behind, listed(flow.script, taken[work.document][:1]))
    for document, item in [item for each in taken[work.document] for item in _items(flow.script, each)]:
        taken.setdefault(document, []).append(item)
    alike: list[Change] = []
    noise = frozenset(each.node for node in reading for each in draws(flow.script, node) if each.attribute in _NOISE)
    for document, nodes in taken.items():
        ordering = agreed(flow, document, nodes, noise=noise)
        if isinstance(ordering, Refusal):
            return ordering
        alike.append(ordering)
    items = [read.value for read in turns.items]
    doubt = f"{listed(flow.script, items)} must hold samples or batches" if items else ""
    edits = partial(indexed.turn_edits, flow.script, work.document, work.counts[0])
    places = [
        Change(partial(edit_set, work.document, partial(edits, (node,))), divided=node) for node in turns.counters
    ]
    return [*places, Change(EditSet.empty, doubt), *alike]


def _items(script: Script, node: ast.expr) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what the project's objects give as their items that an expression may stand for."""
    for method in indexed.item_methods(script, node):
        document = script.home(method)
        if document is not None:
            yield from ((document, each) for each in script.slices.returned(method))


def of_other_items(flow: DataFlow, work: Work) -> Refusal | None:
    """Refuse a loop over a dataset and over what has other items, in one order in all processes: lists, generators."""
    dataset = next((feed for feed in work.feeds if feed.kind is Kind.DATASET), None)
    if dataset is None:
        return None
    for feed in work.feeds:
        values = flow.script.values(feed.node)
        generated = feed.kind is Kind.GENERATOR and _give_the_same(flow.script, values)
        if generated or feed.kind in (Kind.ARRAYS, Kind.LIST, Kind.SEQUENCE):
            return divided_otherwise(feed.document, feed.node, listed(flow.script, [dataset.node]))
    return None


def going_on(flow: DataFlow, work: Work, loop: LoopAt, data: ast.expr) -> Refusal | None:
    """Refuse to divide data of a loop whose steps also get what goes on from turn to turn by itself, no chance in it.

    That is the next of a generator, what is taken out of a list, or what is read at a place that is kept: it would go with
    other samples.
    """
    script, document = flow.script, work.document
    steps = work.steps
    own = [feed.node for feed in work.feeds]
    run = list(reached(script, loop.node))
    made = stored_among(run)
    for node in fed_by(script, loop, entries_of(script, loop, steps)):
        call = script.call(node)
        if call is None or any(document.contains(node, each) for each in own):
            continue
        if _repeats(script, call) or _takes_out(made, node) or _goes_on(script, work, node):
            return goes_on_beside(document, node, listed(script, [data]))
    taking = [each for each in run if isinstance(each, ast.Call) and _takes_out(made, each)]
    given = _computed(flow, steps) if taking else set()
    taken = next((each for each in taking if each in given), None)
    return goes_on_beside(script.home(taken) or document, taken, listed(script, [data])) if taken is not None else None


def _takes_out(made: AbstractSet[str], node: ast.Call) -> bool:
    """Say whether a call takes an end of a list or queue out of it, of which the name is not among those `made` in the loop."""
    match node:
        case ast.Call(ast.Attribute(source, "pop" | "popleft"), [] | [ast.Constant(int()) | ast.UnaryOp()], []):
            return not names_in(source) & made
    return False


def _goes_on(script: Script, work: Work, node: ast.Call) -> bool:
    """Say whether a call reads at a place that it keeps until it is made again, and no chance orders what is read."""
    keeps = any(
        isinstance(each, ast.Global | ast.Nonlocal)
        or (isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))
        for each in reached(script, node)
    )
    read = pointer_reads(script, work.chain, (node,)) if keeps else ()
    return any(not each.ordered and not each.ordered_before for each in read)


def _are_repeatable(flow: DataFlow, work: Work, reading: Sequence[ast.Call]) -> bool:
    """Say whether calls of the project's functions give what their arguments tell, and leave nothing behind.

    Then they may be asked for the turns of one process alone; what chance orders or chooses would be others than they are
    asked for, while noise may be another one in each process. A rate has to be the same in all processes.
    """
    script = flow.script
    shared = SharedEffects(script, script.files, script.effects)
    rated = (
        {node for each in fed_rates(script, work.training) for node in script.slices.of(*each)} if reading else set()
    )
    for node in reading:
        call = script.call(node)
        chosen = (each for each in draws(script, node) if orders(each) or each.attribute not in _NOISE)
        if call is None or not call.functions or node in rated or any(map(is_random, chosen)):
            return False
        if shared.first(work.document, node) is not None or pointer_reads(script, work.chain, (node,)):
            return False
    return True


def _not_in_parts(flow: DataFlow, work: Work, loop: LoopAt, turns: indexed.Turns) -> Refusal | None:
    """Refuse a loop of whose turns no process can take a part: they go on from one another, or there is but one."""
    steps = work.steps
    earlier = indexed.carried(loop, _computed(flow, steps))
    if earlier is not None:
        return carried_on(work.document, earlier)
    if not turns.counters:
        return None
    other = next(_others_trained(flow.script, work, turns), None)
    if other is not None:
        return trains_another(*other)
    rest = indexed.left_over(flow.script, loop, turns)
    if rest is not None:
        return read_to_the_end(work.document, rest)
    gathering = indexed.gathering(loop, entries_of(flow.script, loop, steps))
    if gathering is not None:
        return gathered(work.document, gathering)
    return one_batch(flow.script, work.training, work.counts[0])


def _others_trained(script: Script, work: Work, turns: indexed.Turns) -> Iterator[tuple[Document, ast.Subscript]]:
    """Yield where a loop takes a model, or a train op, by the counter that says where it reads: another one in each turn."""
    for read in turns.items:
        if any(script.instances(read, role) for role in _TRAINED):
            yield work.document, read
    for run, place in ops_picked(script, work.training):
        picked = run.document.parent(place)
        if isinstance(picked, ast.Subscript) and script.slices.of(run.document, place).nodes & set(turns.counters):
            yield run.document, picked


def _undrawn(flow: DataFlow, work: Work, loop: LoopAt) -> Refusal | None:
    """Refuse a loop that trains on the same samples in each turn, if only by one of its branches."""
    steps = work.steps
    refusal = full_batch(flow.script, work.training, work.chain[-1])
    if refusal is None:
        return full_batch_on_a_way(flow.script, work.training, loop, entries_of(flow.script, loop, steps))
    kept = read_at_pointers(flow, work, loop, steps)
    alike = next((each for each in kept if not each.ordered), None)
    if alike is not None:
        return read_at_pointer(alike.document, alike.node, work.training)
    return None if kept else refusal


def _drawn(flow: DataFlow, work: Work, loop: LoopAt) -> list[Change] | Refusal:
    """Let each process draw samples of its own, where the script seeds all of them alike."""
    if work.training.pattern in GRAPHS and flow.script.calls_to(*PRODUCERS):
        return _produced(flow, work, loop)
    nexts = _next_in_turns(flow, work, loop)
    turns = nexts or _in_turns(flow, work, loop)
    refusal = _left_by_reader(flow, work, loop) or (None if turns else _undrawn(flow, work, loop))
    if refusal is not None:
        return refusal
    found = seedings(flow.script, work.chain)
    elsewhere = None if turns else _read_elsewhere(flow, work, loop)
    beside = read_by_turn(*elsewhere) if elsewhere is not None else _ordered_beside(flow, work, loop, found)
    if beside is not None:
        return beside
    before = tuple(seeding for seeding in found if seeding.seed)
    changes = list(turns)
    for call in (seeding.call for seeding in found if not seeding.seed):
        if not serves_only(flow.script, call, work.chain[-1]):
            return seeded_alike(work.document, work.head, call)
        (seed,) = call.arguments
        ranked = partial(ranked_seed_edits, flow.script, call.document, seed)
        changes.append(Change(partial(edit_set, call.document, ranked)))
    seeded = frozenset(name for seeding in before for name in seeding.call.names)
    decided = tuple(
        replace(each, afterwards=()) if each.function in seeded else each
        for each in decisions(flow.script, work.chain[-1], work.steps)
    )
    if decided:
        changes.append(Change(partial(decision_edits, flow.script, decided)))
    document = work.chain[-1].document
    read = read_at_pointers(flow, work, loop, work.training.step_calls)
    apart = {call for each in read for call in each.ordered}  # by which each process takes samples of its own
    changes += [
        Change(partial(seed_edits, flow.script, call, parameter))
        for call, parameter in chosen_before(flow.script, document, work.chain[-1].node)
        if call not in apart
    ]
    repeated = None if nexts else _repeated(flow, work, loop)
    refusal = _decided_anew(flow, work, loop, before) or repeated or _taken_before(flow, work)
    doubt = refusal or _filled_alike(flow.script, work) or ("" if turns else _doubted(flow, work, loop, bool(decided)))
    if isinstance(doubt, Refusal):
        return doubt
    sources = list(_unread_in_graph(flow.script, work.training))
    if not sources and _reads_in_graph(work):
        sources = [*unseen_in_graph(flow.script, work.training)][:1]
    changes += [Change(EditSet.empty, f"{_place(work, each)} must give each process other samples") for each in sources]
    if _reads_in_graph(work):
        changes += _seeded_graphs(flow)
    edits = partial(edit_set, document, partial(seeding_edits, flow.script, document, work.chain[-1].node, before))
    ordered = frozenset(call for each in read for call in (*each.ordered, *each.ordered_before))
    own = frozenset[Call]() if turns else ordered
    return [Change(edits if before else EditSet.empty, doubt, apart=own), *changes]


def _left_by_reader(flow: DataFlow, work: Work, loop: LoopAt) -> Refusal | None:
    """Refuse a loop that is left at the end of a reader: each process would come to that by all samples."""
    script = flow.script
    tests = [each.test for conditions in exits(loop) for each in conditions]
    asked = {
        test: {each.attr for each in (*ast.walk(test), *reached(script, test)) if isinstance(each, ast.Attribute)}
        for test in tests
    }
    for read in read_at_pointers(flow, work, loop, work.steps) if any(asked.values()) else ():
        function = script.function(read.document, read.node)
        run = reached(script, function) if function is not None else ()
        moved = {each.attr for each in run if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}
        for test, names in asked.items():
            if moved & names:
                return not_counted(work.training, loop.document, test)
    return None


def _in_turns(flow: DataFlow, work: Work, loop: LoopAt) -> list[Change]:
    """Let each process keep one of every `size` batches of a reader that gives all of them the same, one after another.

    No change where that is not seen: the reader goes on by itself, by no turn of the loop, and no chance is in it.
    """
    found = read_in_turns(flow, work, loop)
    if found is None:
        return []
    node, alike = found
    return [
        *alike,
        Change(partial(edit_set, work.document, partial(_taken_in_turns, flow.script, work.document, node))),
    ]


def read_in_turns(
    flow: DataFlow, work: Work, loop: LoopAt, asking: Collection[ast.AST] = ()
) -> tuple[ast.Call, list[Change]] | None:
    """Give the call by which a loop has its samples from a reader that gives all processes the same, and what makes it so.

    None where that is not seen. Beside the reader itself only the nodes `asking` may read its place; where there are some,
    the loop ends by what they say, and chance may order samples in it, as long as all processes draw that alike.
    """
    script, steps = flow.script, work.steps
    read = read_at_pointers(flow, work, loop, steps)
    if not read or (not asking and any(each.ordered for each in read)):
        return None
    reading = {each.node for each in read}
    given = [node for node in _given(flow, loop, steps) if not reading.isdisjoint(run_by_functions(script, node))]
    if len(given) != 1 or _is_told_turn(script, loop, given[0]):
        return None
    (node,) = given
    run = set(reached(script, node))
    if any(step.node in run for step in steps) or _moves_by_chance(script, node, run):
        return None
    if _is_told(script, {*run, *asking}) or _is_filled_again(script, run):
        return None
    found = [agreed(flow, each.document, [each.node.value]) for each in read]
    alike = [each for each in found if isinstance(each, Change) and not each.confirm]
    return (node, alike) if len(alike) == len(found) else None


def _next_in_turns(flow: DataFlow, work: Work, loop: LoopAt) -> list[Change]:
    """Let each process keep one of every `size` items of generators without an end that give all of them the same.

    No change where one has an end, or is not seen to give other arrays each time.
    """
    script, computed = flow.script, _computed(flow, work.steps)
    calls = [call for call in draws(script, loop.node) if call.node in computed and _repeats(script, call)]
    changes: list[Change] = []
    for call in calls:
        made = [script.creation(each) for each in _generators(script, call) if isinstance(each, Instance)]
        found = [_in_one_order(flow, each) for each in made if each is not None]
        if any(each is None for each in found):
            return []
        changes += [inner for each in found for inner in each or ()]
        edits = partial(_taken_in_turns, script, call.document, call.node)
        changes.append(Change(partial(edit_set, call.document, edits)))
    return changes


def _in_one_order(flow: DataFlow, made: Call) -> list[Change] | None:
    """Give what lets a generator give the same items in one order in all processes, for ever; None where it is not seen."""
    bodies = [(each.site.module.document, each.site.node) for each in made.functions]
    if not all(map(yields_for_ever, made.functions)) or not all(_gives_others(flow.script, *each) for each in bodies):
        return None
    given = [(document, _yielded(body)) for document, body in bodies]
    found = [agreed(flow, *each) for each in (*given, (made.document, made.arguments))]
    alike = [each for each in found if isinstance(each, Change) and not each.confirm]
    return alike if len(alike) == len(found) else None


def _gives_others(script: Script, document: Document, body: ast.AST) -> bool:
    """Say whether a generator gives something else in each turn, by a place that it counts on, and makes it anew."""
    inside = [each for loop in own_nodes(body) if isinstance(loop, ast.While) for each in ast.walk(loop)]
    counted = {name for each in inside if isinstance(each, ast.For) for name in names_in(each.target)}
    for each in inside:
        renewed = augmented(each)
        counted |= names_in(renewed.target) if renewed is not None else set()
        if isinstance(each, ast.Assign):
            counted |= stored_among(ast.walk(each)) & names_in(each.value)
    made = script.filling.made_of(document, _yielded(body))
    read = {each.id for each in made if isinstance(each, ast.Name)}
    return not counted.isdisjoint(read) and not _fills_again(script, body)


def _fills_again(script: Script, body: ast.AST) -> bool:
    """Say whether a generator changes what it has made before its loop without an end: what it has given would change."""
    inside = {each for loop in own_nodes(body) if isinstance(loop, ast.While) for each in ast.walk(loop)}
    places = {each for given in _yielded(body) for part in ast.walk(given) for each in _index(part)}
    read = (each for given in _yielded(body) for each in ast.walk(given) if isinstance(each, ast.Name))
    names = {each.id for each in read if each not in places}
    for node in reached(script, body):
        match node:
            case ast.Subscript(value=filled, ctx=ast.Store()):
                changed = filled
            case ast.Call(ast.Attribute(changed, name)) if name in _CHANGING:
                pass
            case ast.AugAssign(ast.Name(name)) if name in names:
                return True
            case ast.keyword("out"):
                return True
            case _:
                continue
        if not _is_made_in(script, inside, changed):
            return True
    return False


def _index(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of the place at which an item or a part is read."""
    if isinstance(node, ast.Subscript):
        yield from ast.walk(node.slice)


def _yielded(body: ast.AST) -> list[ast.expr]:
    """Give what a generator function yields."""
    return [each.value for each in own_nodes(body) if isinstance(each, ast.Yield) and each.value is not None]


def _is_told_turn(script: Script, loop: LoopAt, node: ast.Call) -> bool:
    """Say whether a call is told the turn of a loop, or what that computes from it."""
    counters = turn_counters(script, loop)
    given = (node.func, *node.args, *(each.value for each in node.keywords))
    behind = (each for part in given for each in script.slices.of(loop.document, part))
    return not counters.isdisjoint(names_in(node)) or any(
        isinstance(each, ast.Name) and each.id in counters and loop.document.contains(loop.node, each)
        for each in behind
    )


def _is_told(script: Script, run: Collection[ast.AST]) -> bool:
    """Say whether other code reads what some code keeps: it would see the place of all processes, of one's turns."""
    lasting = {
        (document, name)
        for document in script.documents
        for each in document.nodes(ast.Global, ast.Nonlocal)
        if each in run
        for name in getattr(each, "names", ())
    }
    names = {name for _, name in lasting}
    stored = [each for each in run if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)]
    attributes = {each.attr for each in stored} | names
    keepers = [] if names else [script.values(each.value) for each in stored]
    for document in script.documents:
        taken = (alias.name for each in document.nodes(ast.ImportFrom) for alias in getattr(each, "names", ()))
        if not names.isdisjoint(taken):
            return True
        for each in document.nodes(ast.Name, ast.Attribute):
            own = isinstance(each, ast.Name) and (document, each.id) in lasting
            if each in run or not isinstance(getattr(each, "ctx", None), ast.Load):
                continue
            if own or (
                isinstance(each, ast.Attribute) and each.attr in attributes and not _is_of_others(script, each, keepers)
            ):
                return True
    return False


def _is_of_others(script: Script, read: ast.Attribute, keepers: Sequence[Values]) -> bool:
    """Say whether an attribute is read of objects that are seen, and are none of those that keep it."""
    asked = script.values(read.value)
    seen = bool(keepers) and all(each and not each.is_partly_unknown for each in (asked, *keepers))
    return seen and all(asked.isdisjoint(each) for each in keepers)


def _moves_by_chance(script: Script, node: ast.Call, run: Collection[ast.AST]) -> bool:
    """Say whether chance decides how far a call moves what it keeps, such as its place: it is in that, or around it."""
    chance = {each.node for each in draws(script, node) if is_random(each)}
    lasting = {name for each in run if isinstance(each, ast.Global | ast.Nonlocal) for name in each.names}
    for each in run if chance else ():
        kept = isinstance(each, ast.Attribute) or (isinstance(each, ast.Name) and each.id in lasting)
        document = script.home(each) if kept and isinstance(getattr(each, "ctx", None), ast.Store) else None
        if document is None:
            continue
        statement = document.statement(each)
        outer = [inner for inner in document.ancestors(statement) if isinstance(inner, ast.For) and inner in run]
        deciding: list[ast.AST] = [statement, *(each.iter for each in outer)]
        deciding += [control.by.test for control in controls(document, statement)]
        deciding += [test for inner in outer for test in _leaving_tests(document, inner)]
        starts = (inner for part in deciding for inner in ast.walk(part) if isinstance(inner, ast.expr))
        if any(not chance.isdisjoint(script.slices.of(document, inner).nodes) for inner in starts):
            return True
    return False


def _leaving_tests(document: Document, loop: ast.For) -> Iterator[ast.AST]:
    """Yield the conditions by which a loop may be left before its end."""
    for leaving in document.within(loop, ast.Break, ast.Return, ast.Raise):
        yield from (control.by.test for control in controls(document, leaving))


def _is_filled_again(script: Script, run: Collection[ast.AST]) -> bool:
    """Say whether some code puts items into what it has not made itself: what it has given before would change."""
    filled = (each.value for each in run if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store))
    return any(not _is_made_in(script, run, each) for each in filled)


def _is_made_in(script: Script, run: Collection[ast.AST], node: ast.expr) -> bool:
    values = script.values(node)
    made = [each for each in values if isinstance(each, Instance | Container) and each.site.node in run]
    return bool(made) and len(made) == len(values)


def run_by_functions(script: Script, node: ast.Call) -> set[ast.AST]:
    """Give the nodes of the project's functions that a call runs, without what computes its arguments."""
    call = script.call(node)
    return {each for function in (call.functions if call else ()) for each in reached(script, function.site.node)}


def _taken_in_turns(script: Script, document: Document, node: ast.Call) -> tuple[Edit, ...]:
    hvd = horovod(script, document)
    after = f" for _ in range({hvd.text}.size())][{hvd.text}.rank()]"
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *layout.wrap(document, node, "[", after)))


def _ordered_beside(flow: DataFlow, work: Work, loop: LoopAt, found: Sequence[Seeding]) -> Refusal | None:
    """Refuse a generator of which each process would get its own, where it orders what another loop trains on."""
    script = flow.script
    others = set(reached(script, work.chain[-1].node)) - set(reached(script, loop.node)) if found else set()
    steps = [step for each in script.trainings for step in each.step_calls if step.node in others]
    made = others & {node for step in steps for node in script.filling.made_of(step.document, step.arguments)}
    for call in script.calls if made else ():
        if call.node in made and (orders(call) or call.attribute in ORDERING):
            seeding = next((each for each in found if seeds_draw(script, each, call)), None)
            if seeding is not None:
                return orders_too(work.document, work.head, seeding.call, call)
    return None


def _read_elsewhere(flow: DataFlow, work: Work, loop: LoopAt) -> tuple[Document, ast.Subscript] | None:
    """Give what a function reads for the steps of a loop at the number of the turn, unless chance orders it."""
    script = flow.script
    if any(orders(call) for call in draws(script, work.chain[-1].node)):
        return None
    names = turn_counters(script, loop)
    inside = work.document.within(loop.node)
    counting = {each for each in inside if isinstance(each, ast.Name) and each.id in names}
    made = _computed(flow, work.steps)
    for document in script.documents if not counting.isdisjoint(made) else ():
        for node in document.nodes(ast.Subscript):
            if (
                node in made
                and node not in inside
                and not counting.isdisjoint(script.slices.of(document, node.slice).nodes)
            ):
                return document, node
    return None


def _decided_anew(flow: DataFlow, work: Work, loop: LoopAt, found: Sequence[Seeding]) -> Refusal | None:
    """Refuse what chance decides before a training that is begun anew in each turn of a loop around it.

    What the script has seeded is no chance, but for generators that each process seeds by its rank before, as `found`.
    """
    script = flow.script
    inside = set(reached(script, work.chain[-1].node)) if work.chain[-1].node is not loop.node else set()
    if not _begins_anew(script, work.training, inside):
        return None
    ranked = frozenset(name for seeding in found for name in seeding.call.names)
    steps = work.steps
    first = next(decisions_within(script, loop, steps, inside, ranked), None)
    return decided_anew(first.document, first.statement, first.function) if first is not None else None


def _begins_anew(script: Script, training: Training, inside: AbstractSet[ast.AST]) -> bool:
    """Say whether some code makes an optimizer of a training, or gives its variables their first values."""
    made = (script.creation(each) for each in training.optimizers)
    return any(each is not None and each.node in inside for each in made) or any(
        call.node in inside for call in initialisations(script, training)
    )


def _doubted(flow: DataFlow, work: Work, loop: LoopAt, alike: bool) -> str | Refusal:
    """Say what must give each process other samples, unless a generator of random numbers does in each turn.

    Where all processes draw `alike` before the loop, or the script seeds them so, nothing is ordered otherwise in each.
    """
    script = flow.script
    alike = alike or next(seeders(script), None) is not None
    steps = work.steps
    outer = [call for call in draws(script, work.chain[-1].node) if is_random(call)]
    read = read_at_pointers(flow, work, loop, steps)
    shuffled = [each for each in read if any(not _is_conditional(work, call) for call in each.ordered_before)]
    apart = [] if alike else shuffled
    for each in read:
        if not each.ordered:
            return read_at_pointer(each.document, each.node, work.training)
        if each not in apart and all(_is_conditional_within(script, work, call, each.objects) for call in each.ordered):
            return _ordered_later(script, work, each)
    computed = _computed(flow, steps)
    if apart or any(not _is_conditional(work, call) for call in outer):
        readers = unread(script, work.chain, computed)
        places = " and ".join(dict.fromkeys(_place(work, call) for call in readers))
        return _seeded_before(script, readers) or (f"{places} must give each process other samples" if readers else "")
    if _reads_in_graph(work):
        where = work.document.place_of(work.head, work.document)
        return f"this loop in {where} must give each process other samples" if any(draws(script, loop.node)) else ""
    given = [*_given(flow, loop, steps)]
    new = [call for node in given for call in draws(script, node)]
    candidates = [*new, *(call for call in outer if call.node in computed)]
    taken = (call for call in candidates if takes_unread(script, call))
    drawn = (call for call in candidates if not computes(script, call))
    first = next(chain(taken, drawn, candidates), None)
    if first is None:
        return in_the_same_order(work.document, work.head, work.training)
    return _seeded_before(script, [first]) or f"{_place(work, first)} must give each process other samples"


def _ordered_later(script: Script, work: Work, read: PointerRead) -> str | Refusal:
    """Say that the order of what is read at a pointer must be another one soon, or refuse it where that lasts for one read."""
    if all(is_lost(script, call) for call in read.ordered):
        return read_at_pointer(read.document, read.node, work.training)
    return f"{_place(work, read.ordered[0])} must come soon: until then all processes train on the same samples"


def _filled_alike(script: Script, work: Work) -> str | Refusal:
    """Say that what brings samples into a graph must bring others in each process, or refuse it where no chance is in it."""
    sources = filled(script, work.training) if _reads_in_graph(work) else ()
    if not sources:
        return ""
    if not is_mixed(script, work.training) and not any(is_filled_by_chance(script, each) for each in sources):
        return in_the_same_order(work.document, work.head, work.training)
    seed = next(seeders_in_python(script), None)
    if seed is not None:
        return drawn_after_seed(sources[0].document, sources[0].node, seed)
    return f"{_place(work, sources[0])} must give each process other samples"


def _reads_in_graph(work: Work) -> bool:
    """Say whether the steps of a work are fed nothing: the graph has the samples."""
    steps = work.steps
    return work.training.pattern in GRAPHS and not any(each.argument("feed_dict") for each in steps)


def _unread_in_graph(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls of modules that are not read which make the samples of a graph, where some step is not fed them.

    What is given a tensor computes with that.
    """
    losses = [(step.document, step.argument("loss")) for step in training.train_ops if training.pattern in GRAPHS]
    made = {each for where, loss in losses if loss is not None for each in script.slices.of(where, loss).nodes}
    fed = {call.node for call in script.calls if call.node in made and not call.names.isdisjoint(PLACEHOLDERS)}
    if not made or all(_feeds(script, step, fed) for step in training.step_calls):
        return
    unknown = [call for call in script.calls if call.node in made and _is_of_unread_library(script, call)]
    tensors = {
        call.node for call in script.calls if call.entry is not None and call.entry.facts.get("graph") == "builds"
    }
    computed = fed | tensors | {call.node for call in unknown}
    for call in unknown:
        if computed.isdisjoint(script.slices.of(call.document, call.node).nodes - {call.node}):
            yield call


def _is_of_unread_library(script: Script, call: Call) -> bool:
    """Say whether a call is of a library of which nothing is known; of Python's own, all make the same of the same."""
    packages = {name.partition(".")[0] for name in call.names}
    return bool(packages) and packages.isdisjoint(sys.stdlib_module_names) and all(map(script.is_unknown, call.names))


def _feeds(script: Script, step: Call, placeholders: Collection[ast.AST]) -> bool:
    """Say whether a step is fed something for one of some placeholders."""
    given = step.argument("feed_dict")
    return given is not None and not script.slices.of(step.document, given).nodes.isdisjoint(placeholders)


def _seeded_before(script: Script, readers: Iterable[Call]) -> Refusal | None:
    """Refuse what is taken from something that is not read, and was made before the loop, where all have one seed."""
    taken = next((call for call in readers if takes_unread(script, call)), None)
    seed = next(seeders(script), None)
    return drawn_after_seed(taken.document, taken.node, seed) if taken is not None and seed is not None else None


def _repeated(flow: DataFlow, work: Work, loop: LoopAt) -> Refusal | None:
    """Refuse samples that a generator gives in the same order in each process, whatever noise is drawn beside them."""
    computed = _computed(flow, work.steps)
    if any(_repeats(flow.script, call) for call in draws(flow.script, loop.node) if call.node in computed):
        return in_the_same_order(work.document, work.head, work.training)
    return None


def _taken_before(flow: DataFlow, work: Work) -> Refusal | None:
    """Refuse samples that are taken once, before the loops, from what is not read: each process may have others."""
    script = flow.script
    inside = set(reached(script, work.chain[-1].node))
    steps = [step for step in work.steps if step.node in inside]
    fed = [(step.document, step.argument("feed_dict")) for step in steps]
    graph = (
        work.training.pattern in GRAPHS
    )  # of a graph, what is taken once may be a tensor, with other samples in each step
    given = [(where, node) for where, node in fed if node is not None]
    computed = (
        {each for where, node in given for each in script.slices.of(where, node)} if graph else _computed(flow, steps)
    )
    before = computed - inside
    taken = (call for call in script.calls if call.node in before and call.attribute in _TAKING and not call.functions)
    first = next(taken, None)
    return taken_once(first.document, first.node) if first is not None else None


def _repeats(script: Script, call: Call) -> bool:
    """Say whether a call takes the next of generators that are seen to give the same in each process."""
    return _give_the_same(script, _generators(script, call))


def _generators(script: Script, call: Call) -> Iterable[Value]:
    """Give what a call takes the next of, where it does so."""
    match call.node:
        case ast.Call(ast.Name("next"), [source, *_]) | ast.Call(ast.Attribute(source, "__next__"), []):
            return script.values(source)
    return ()


def _give_the_same(script: Script, values: Iterable[Value]) -> bool:
    """Say whether values are generators that are seen to give the same in each process, all of them."""
    made = [script.creation(value) if isinstance(value, Instance) else None for value in values]
    functions = [each.functions if each is not None else frozenset() for each in made]
    return bool(made) and all(
        each and all(_gives_the_same(script, function) for function in each) for each in functions
    )


def _gives_the_same(script: Script, function: Function) -> bool:
    """Say whether no chance is in what a generator function yields, nor in the order of what that is read from."""
    document, body = function.site.module.document, function.site.node
    yields = _yielded(body)
    given = script.filling.made_of(document, yields)
    named = _words(given)
    inside = filter(None, map(script.call, reached(script, body)))
    unknown = [call for call in inside if is_unread(call) and not _computes_arrays(call)]
    ordering = [call for call in script.calls if call.attribute == "shuffle"]
    return bool(yields) and not (
        any(call.node in given for call in script.calls if is_random(call))
        or any(
            call.node in given or named & _words(inner for each in call.arguments for inner in ast.walk(each))
            for call in (*unknown, *ordering)
        )
    )


def _words(nodes: Iterable[ast.AST]) -> set[str]:
    """Give the names of variables and of attributes among some nodes, but for the object's own."""
    words = (getattr(each, "id", getattr(each, "attr", "")) for each in nodes)
    return {word for word in words if isinstance(word, str)} - {"", "self"}


def _computes_arrays(call: Call) -> bool:
    return bool(call.names) and all(name.startswith(OF_ARRAYS_ALONE) for name in call.names)


def _place(work: Work, call: Call) -> str:
    """Give a call and its line, as a question of a work names it."""
    return f"{call.document.quote(call.node)} in {call.document.place_of(call.node, work.document)}"


def read_at_pointers(flow: DataFlow, work: Work, loop: LoopAt, steps: Sequence[Call]) -> tuple[PointerRead, ...]:
    """Give what the steps of a loop train on that is read at a place kept from turn to turn."""
    return pointer_reads(flow.script, work.chain, (*_given(flow, loop, steps), *_computed(flow, steps)))


def _computed(flow: DataFlow, steps: Sequence[Call]) -> set[ast.AST]:
    """Give the nodes from which the arguments of steps are computed."""
    arguments = [(step.document, node) for step in steps for node in step.arguments]
    return {each for document, node in arguments for each in flow.script.filling.made_of(document, [node])}


def _given(flow: DataFlow, loop: LoopAt, steps: Sequence[Call]) -> Iterator[ast.Call]:
    """Yield the calls of a loop that give its steps what they train on, and those that take the steps elsewhere."""
    taken = {step.node for step in steps}
    entries = entries_of(flow.script, loop, steps)
    yield from (call.node for call in entries if call.node not in taken)
    yield from fed_by(flow.script, loop, entries)


def entries_of(script: Script, loop: LoopAt, steps: Sequence[Call]) -> tuple[Call, ...]:
    """Give the calls of a loop that are steps, or lead to one."""
    taken = {step.node for step in steps}
    inside = [call for node in ast.walk(loop.node) if (call := script.call(node)) is not None]
    return tuple(call for call in inside if not taken.isdisjoint(reached(script, call.node)))


def _is_conditional(work: Work, call: Call) -> bool:
    """Say whether a call is made on some ways through its function, or the innermost loop of a work, only."""
    loops = {place.node for place in work.chain}
    for outer in call.document.ancestors(call.node):
        if outer in loops:
            return False
        if isinstance(outer, ast.If) and call.node not in ast.walk(outer.test):
            return True
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return False
    return False


def _is_conditional_within(
    script: Script, work: Work, call: Call, mine: frozenset[Value], seen: frozenset[ast.AST | None] = frozenset()
) -> bool:
    """Say whether a call is made on some ways through the loops of a work only, by itself or where its function is called.

    What calls that for other objects than `mine` does not count.
    """
    if _is_conditional(work, call):
        return True
    function = script.function(call.document, call.node)
    if function is None or function in seen or any(call.document.contains(each.node, call.node) for each in work.chain):
        return False
    inside = set(reached(script, work.chain[-1].node))
    callers = [each for each in script.callers(function) if each.node in inside and not are_apart(mine, each.receivers)]
    return bool(callers) and all(
        _is_conditional_within(script, work, each, mine, seen | {function}) for each in callers
    )


def _produced(flow: DataFlow, work: Work, loop: LoopAt) -> list[Change] | Refusal:
    """Let the queues of a TensorFlow 1 graph give each process its files or samples in another order."""
    epochs = epochs_of_queues(flow.script, work.training, loop)
    told = listed(flow.script, [each.node for each in epochs])
    doubt = f"the number of epochs, {told}, must be a multiple of the number of processes"
    changes = [Change(EditSet.empty, doubt)] if epochs and epochs[0] in work.counts else []
    for call in flow.script.calls_to(*PRODUCERS):
        if not is_reached(flow.script, call.document, call.node):
            continue
        refusal = in_one_order(flow.script, call)
        if refusal is not None:
            return refusal
        doubts = filter(None, (doubt_of_order(flow.script, call), doubt_of_records(flow.script, call)))
        changes += [Change(EditSet.empty, each) for each in doubts]
        changes += _seeded_by_rank(flow.script, call)
    return [*changes, *_seeded_graphs(flow)]


def _seeded_graphs(flow: DataFlow) -> Iterator[Change]:
    """Yield the changes by which each process seeds its graphs otherwise: what reads samples in them draws by that."""
    for call in flow.script.calls_to(*GRAPH_SEEDERS):
        yield from _seeded_by_rank(flow.script, call)


def _seeded_by_rank(script: Script, call: Call) -> Iterator[Change]:
    """Yield the change that gives a call another seed in each process, where it has one."""
    seed = call.argument("seed")
    if seed is not None and script.constants(seed) != {None}:
        edits = partial(ranked_seed_edits, script, call.document, seed)
        yield Change(partial(edit_set, call.document, edits))


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
    read = names_in(*arrays)
    outside = [loop for loop in own if read.isdisjoint(stored_among(ast.walk(loop)))]
    return outside[-1] if function is not None and outside else work.loop.node
