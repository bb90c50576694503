"""How arrays and lists of samples are divided: by a slice, in an order that all processes agree on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import chain

from farandole.analysis.call_order import is_generator, ways
from farandole.analysis.points_to.values import Container, Instance, Library
from farandole.analysis.program import Call
from farandole.frameworks.samples import Feed, Kind
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.agreements import drawn_in_common
from farandole.rules.horovod.division.arrays import (
    Sharded,
    free_name,
    is_open,
    measured_by,
    slice_edits,
    slice_text,
    sliceable,
)
from farandole.rules.horovod.division.batches import fixed_batch
from farandole.rules.horovod.division.beforehand import decision_edits, made_by_chance
from farandole.rules.horovod.division.given import given_unseen
from farandole.rules.horovod.division.orders import Unseeded, chosen_before, split_before, unseeded
from farandole.rules.horovod.division.outcome import Change, Slice, listed, slices
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.sampling import given_seed, reached, seeders
from farandole.rules.horovod.division.seeds import agreed_edits
from farandole.rules.horovod.division.sharding import seed_edits
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.restrictions.data.chance import drawn_after_seed, ordered_apart
from farandole.rules.horovod.restrictions.data.unknown import batch_fixed, not_divided
from farandole.rules.horovod.restrictions.hvd306_full_batch import full_batch_fit
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, EditSet

_OF_ITEMS = frozenset({Kind.LIST, Kind.UNKNOWN})
"""What may hold places or numbers of samples, which a loop reads elsewhere."""

_ITERATION = frozenset({"__iter__", "__next__", "__getitem__", "__call__"})
"""Methods of what is run over."""


def divide_arguments(flow: DataFlow, call: Call) -> list[Change] | Refusal:
    """Divide the arrays that a call is given."""
    assert call.entry is not None
    names = call.entry.facts.get("inputs", ())
    assert isinstance(names, tuple)
    nodes = [node for name in names if (node := call.argument(str(name))) is not None]
    change = sliced(flow, call.document, call.document.statement(call.node), Sharded(nodes))
    return change if isinstance(change, Refusal) else [replace(change, divided=call.node)]


def divide_arrays(flow: DataFlow, work: Work, feed: Feed, earlier: Sequence[Change]) -> list[Change] | Refusal:
    """Divide the arrays or lists that a `fit` or a loop is given."""
    nodes = list(work.inputs) or [feed.node]
    whole = full_batch_fit(flow.script, work.training, work.fit) if work.fit is not None else None
    if whole is not None:
        return whole
    if not all(sliceable(flow.script, node) for node in nodes):
        return divide_unknown(flow, work, feed)
    if work.loop is not None:
        nodes = [each.node for each in work.feeds if each.kind in (Kind.ARRAYS, Kind.LIST)]
        if feed.node is not nodes[0]:
            return []
    batch = fixed_batch(flow.script, work)
    several = tuple(node for node in _of_several(flow.script, work) if node in nodes and is_open(flow.script, node))
    asked = "; ".join(filter(None, (_last_batch(flow.script, feed), _asked_of_several(flow.script, several))))
    sharded = Sharded(nodes, several=several, batch=batch, beside=slices(earlier), asked=asked)
    if batch is not None and measured_by(flow.script, feed.document, sharded) is None:
        return batch_fixed(feed.document, feed.node, batch)
    change = sliced(flow, feed.document, feed.document.statement(feed.node), sharded)
    return change if isinstance(change, Refusal) else [change]


def _of_several(script: Script, work: Work) -> Iterator[ast.expr]:
    """Yield what a `fit` gives a model of several inputs, or outputs, that stand in a list where it is made."""
    values = script.values(work.fit.receiver) if work.fit is not None else ()
    built = [value if isinstance(value, Instance) and isinstance(value.of, Library) else None for value in values]
    made = [script.creation(value) if value is not None else None for value in built]
    for place, (name, part) in enumerate((("x", "inputs"), ("y", "outputs"))):
        given = work.fit.argument(name) if work.fit is not None else None
        lists = [
            _argument(call.node, place, part) if call is not None and _is_functional(call) else None for call in made
        ]
        if given is not None and lists and all(each is not None and _lists_several(script, each) for each in lists):
            yield given


def _lists_several(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is a list that is written with several items, by itself or by its name."""
    if isinstance(node, ast.List):
        return bool(node.elts[1:])
    held = script.values(node) if isinstance(node, ast.Name | ast.Attribute) else ()
    lists = [each.site.node for each in held if isinstance(each, Container)]
    written = [each for each in lists if isinstance(each, ast.List)]
    return bool(written) and len(lists) == len(held) and all(each.elts[1:] for each in written)


def _is_functional(call: Call) -> bool:
    """Say whether a call makes a model of Keras from its inputs and outputs, and not of layers."""
    return "tensorflow.keras.Model" in call.names


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    named = (each.value for each in call.keywords if each.arg == name)
    return next(named, call.args[place] if place < len(call.args) else None)


def _asked_of_several(script: Script, several: Sequence[ast.expr]) -> str:
    return f"{listed(script, several)} must be lists of arrays, one for each that the model has" if several else ""


def _last_batch(script: Script, feed: Feed) -> str:
    """Say what must hold of the last batch of a dataset, where a part of each of its batches is what a `fit` is given."""
    computed = script.slices.of(feed.document, feed.node).nodes
    for document in script.documents:
        for loop in document.nodes(ast.For):
            expressions = (each for each in ast.walk(loop.iter) if isinstance(each, ast.expr))
            datasets = (each for each in expressions if script.instances(each, "dataset"))
            dataset = next(datasets, None) if loop.iter in computed else None
            if dataset is not None:
                return f"{document.quote(dataset)} must give no batch of fewer samples than there are processes"
    return ""


def sliced(
    flow: DataFlow,
    document: Document,
    before: ast.stmt,
    sharded: Sharded,
    own: frozenset[ast.AST] = frozenset(),
) -> Change | Refusal:
    """Take this process's part of arrays by a slice computed before a statement; `own` is what reads only that part."""
    nodes = sharded.nodes
    in_class = isinstance(document.scope(before), ast.ClassDef)
    if in_class and any(isinstance(document.scope(node), ast.Lambda) for node in nodes):  # sees no name of the class
        return not_divided(document, nodes[0])
    text = slice_text(flow.script, document, sharded)
    kept = [each.name for each in sharded.beside if _is_read_beside(each, document, before, sharded, text)]
    name = free_name(flow.script, document, before, "shard", kept)
    _, known = slice_edits(flow.script, document, before, sharded, name)
    doubt = "" if known else f"{listed(flow.script, nodes)} must be arrays, whose first axis is that of the samples"
    ordered = agreed(flow, document, nodes, own)
    if isinstance(ordered, Refusal):
        return ordered
    given = list(given_unseen(flow.script, document, before, flow.script.filling.made_of(document, nodes)))
    unseen = f"{' and '.join(given)} must be the same in all processes: no call that gives it is seen" if given else ""

    confirm = "; ".join(filter(None, (doubt, unseen, ordered.confirm, sharded.asked)))

    def edits() -> EditSet:
        own, _ = slice_edits(flow.script, document, before, sharded, name)
        if confirm:  # it may not be made, and others must not count on its slice
            own = tuple(replace(edit, since=None) for edit in own)
        return EditSet.of(document, own) | ordered.edits()

    taken = Slice(document, before, name, text, frozenset(nodes))
    return Change(edits, confirm, slice=taken, alike=ordered.alike)


def _is_read_beside(other: Slice, document: Document, before: ast.stmt, sharded: Sharded, text: str) -> bool:
    """Say whether another slice is still read where one gets its name, or the other way round: in the turns of a loop."""
    if other.document is not document or text == other.text or not other.nodes.isdisjoint(sharded.nodes):
        return False
    return document.contains(other.before, before) or document.contains(before, other.before)


def agreed(
    flow: DataFlow,
    document: Document,
    nodes: Sequence[ast.expr],
    inside: frozenset[ast.AST] = frozenset(),
    noise: frozenset[ast.AST] = frozenset(),
) -> Change | Refusal:
    """Give all processes the same samples of arrays, in one order; calls `inside` have one already, or need none.

    Calls that draw `noise` are made anew where samples are read: it may be another one in each process.
    """
    ordered = ordered_alike(flow.script, unseeded(flow.script, document, nodes, inside))
    made = tuple(made_by_chance(flow.script, document, nodes, with_conditions=True, stops=noise))
    if isinstance(ordered, Refusal) or not made:
        return ordered
    apart = next((each.apart for each in made if each.apart is not None), None)
    if apart is not None:
        return ordered_apart(*apart)

    def edits() -> EditSet:
        return ordered.edits() | decision_edits(flow.script, made)

    doubt = "; ".join(filter(None, (ordered.confirm, *(each.doubt for each in made))))
    return Change(edits, doubt, alike=ordered.alike)


def ordered_alike(script: Script, chance: Unseeded) -> Change | Refusal:
    """Let all processes draw one order, or refuse what they can't."""
    if chance.apart is not None:
        return ordered_apart(*chance.apart)

    def edits() -> EditSet:
        found = [seed_edits(script, call, parameter) for call, parameter in chance.seeded]
        found += [agreed_edits(script, order) for order in chance.mixed]
        return reduce(EditSet.__or__, found, EditSet.empty())

    alike = (*(call for call, _ in chance.seeded), *(order.call for order in chance.mixed))
    return Change(edits, chance.doubt, alike=frozenset(alike))


def divide_unknown(flow: DataFlow, work: Work, feed: Feed) -> list[Change] | Refusal:
    """Leave data of which nothing is known to their author, who confirms that each process gets others, or refuse them."""
    if work.fit is None or not work.counts:
        return not_divided(feed.document, feed.node)
    seed = next(chain(_seeded_sequences(flow.script, feed), seeders(flow.script)), None)
    if seed is not None:
        return drawn_after_seed(feed.document, feed.node, seed)
    doubt = f"{feed.document.quote(feed.node)} must give each process other samples"
    return [Change(EditSet.empty, doubt), *splits_before(flow.script, work.fit.document, work.fit.node)]


def _seeded_sequences(script: Script, feed: Feed) -> Iterator[Call]:
    """Yield the calls that make a sequence which data are taken from with a seed: it is in one order in all processes."""
    for call in filter(None, map(script.call, script.slices.of(feed.document, feed.node))):
        if given_seed(script, call) is not None and script.instances(call.node, "sequence"):
            yield call


def read_alike(flow: DataFlow, work: Work) -> list[Change] | Refusal:
    """Give all processes the same of what a loop reads for its steps, at the items that it is divided by."""
    if work.loop is None or not any(feed.kind in _OF_ITEMS for feed in work.feeds):
        return []
    place, steps = work.loop, {step.node for step in work.steps}
    read = [
        node
        for call in place.document.within(place.node)
        if isinstance(call, ast.Call) and not steps.isdisjoint(reached(flow.script, call))
        for node in (*call.args, *(each.value for each in call.keywords))
    ]
    inside = {node for each in work.chain for node in each.document.within(each.node)}
    made = [
        each
        for each in (made_by_chance(flow.script, place.document, read) if read else ())
        if each.statement not in inside
    ]
    apart = next((each.apart for each in made if each.apart is not None), None)
    if apart is not None:
        return ordered_apart(*apart)
    alike = [replace(each, afterwards=(), doubt="") for each in made]
    changes = [Change(partial(decision_edits, flow.script, alike))] if alike else []
    return [*changes, *splits_before(flow.script, place.document, place.node)]


def splits_before(script: Script, document: Document, node: ast.AST) -> Iterator[Change]:
    """Yield what lets all processes hold out the same samples, where these are split by chance before a `fit` or loop."""
    for call, parameter in chosen_before(script, document, node):
        if not _is_of_iterator(script, call):
            yield Change(partial(seed_edits, script, call, parameter))
    for call in split_before(script, document, node):
        order = drawn_in_common(script, call) if not _is_of_iterator(script, call) else None
        if order is not None:
            yield Change(partial(agreed_edits, script, order))


def _is_of_iterator(script: Script, call: Call) -> bool:
    """Say whether a call is made while something is run over: by a generator, or by a method of what is iterated."""
    for document, scope, _ in ways(script, call):
        if isinstance(scope, ast.Module):
            continue
        owner = document.parent(scope)
        body = owner.body if isinstance(owner, ast.ClassDef) else []
        iterated = any(isinstance(each, ast.FunctionDef) and each.name in _ITERATION for each in body)
        if iterated or is_generator(scope):
            return True
    return False
