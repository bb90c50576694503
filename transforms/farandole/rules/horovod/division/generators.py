"""How a generator is divided: each process takes every `size`-th item."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial

from farandole.analysis.loops import all_loops, runs_again, yields_for_ever
from farandole.analysis.points_to.values import Class, Function, Instance, Library, ProjectModule
from farandole.analysis.program import Call
from farandole.analysis.reused import gives_again
from farandole.frameworks.samples import Feed, Kind
from farandole.frameworks.script import Script
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.division.beforehand import Decision, decision_edits, drawn_unseen, made_by_chance
from farandole.rules.horovod.division.orders import (
    Unseeded,
    ordering_in,
    orders_alike,
    shuffled_by_tensorflow,
    unseeded_in,
)
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.samples import ordered_alike
from farandole.rules.horovod.division.seeds import module_of
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import Name, function_after_imports, horovod, library
from farandole.rules.horovod.restrictions.data.chance import ordered_apart, ordered_by_tensorflow
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.source import Document, Edit, layout


def every_nth(flow: DataFlow, work: Work, feed: Feed, doubt: str = "") -> list[Change] | Refusal:
    """Give each process every `size`-th item of what is fed, in one order."""
    shuffled = shuffled_by_tensorflow(flow.script, feed.node)
    if shuffled is not None:
        return ordered_by_tensorflow(shuffled)
    head = (work.document, work.head)
    counted = work.loop is None and bool(work.counts)  # a loop may end before its count does
    endless = counted or (feed.kind is Kind.GENERATOR and _is_endless(flow.script, feed.node))
    chance = unseeded_in(flow.script, feed.document, feed.node, head, ends=not endless)
    ordered = ordered_alike(flow.script, chance)
    if isinstance(ordered, Refusal):
        return ordered
    made = _made_alike(flow.script, feed, chance)
    if isinstance(made, Refusal):
        return made
    validation = work.fit.argument("validation_data") if work.fit is not None else None
    if not doubt and validation is not None and _is_shared(flow.script, feed, validation, chance, head):
        doubt = (
            f"{feed.document.quote(validation)} draws its order from the same generator, in a thread of its own: parts of "
            f"{feed.document.quote(feed.node)} may overlap"
        )
    again = runs_again(flow.script, work.loop, feed.node) if work.loop is not None and not endless else None
    if again is not None:  # a generator in it would be at its end when the loop is begun once more
        feed = replace(feed, document=work.document, node=again)
    alone = endless and not _goes_on(flow.script, work, feed)
    edits = partial(_every_nth_edits, flow.script, feed, alone)
    return [Change(partial(edit_set, feed.document, edits), doubt, feed.node), ordered, *made]


def _made_alike(script: Script, feed: Feed, chance: Unseeded) -> list[Change] | Refusal:
    """Let all processes make the same samples of what a generator is given; what it draws itself, each draws for itself.

    Where it orders them by chance, all draw alike from then on, and agree on that elsewhere.
    """
    found: list[Decision] = []
    unseen: dict[str, None] = {}
    for value in script.values(feed.node):
        creation = script.creation(value) if isinstance(value, Instance) else None
        if creation is None or not creation.functions:
            continue
        given = [*creation.arguments, *_receiver(creation)]
        found += made_by_chance(script, creation.document, given, with_conditions=True) if given else ()
        for document, read, inside in _read_outside(script, creation):
            drawn = made_by_chance(script, document, read, with_conditions=True) if read else ()
            found += (each for each in drawn if each.statement not in inside)
            unseen |= dict.fromkeys(drawn_unseen(script, document, read, inside) if read else ())
    if feed.kind is Kind.UNKNOWN:  # a list of places, say, as long as what chance has made
        found += made_by_chance(script, feed.document, [feed.node], with_conditions=True)
    apart = next((each.apart for each in found if each.apart is not None), None)
    if apart is not None:
        return ordered_apart(*apart)
    decided = [replace(each, afterwards=()) if chance.mixed else each for each in dict.fromkeys(found)]
    alike = (f"{each} must draw the same in all processes: no call that comes to it is seen" for each in unseen)
    doubt = "; ".join(dict.fromkeys((*(each.doubt for each in decided if each.doubt), *alike)))
    return [Change(partial(decision_edits, script, decided), doubt)] if decided or doubt else []


def _receiver(call: Call) -> Iterator[ast.expr]:
    """Yield the object whose method is called: which one it is may be chosen by chance, as an argument is."""
    if call.receivers and isinstance(call.node.func, ast.Attribute):
        yield call.node.func.value


def _read_outside(script: Script, call: Call) -> Iterator[tuple[Document, list[ast.expr], frozenset[ast.AST]]]:
    """Yield what a generator reads that is not its own, with its file and its code: samples that chance may have made."""
    for function in call.functions:
        document, inside = function.site.module.document, frozenset(ast.walk(function.site.node))
        names = document.within(function.site.node, ast.Name, ast.Attribute)
        read = [node for node in names if isinstance(node, ast.expr) and _is_kept(script, document, node, inside)]
        yield document, read, inside


def _is_kept(script: Script, document: Document, node: ast.AST, inside: AbstractSet[ast.AST]) -> bool:
    """Say whether a name is bound around some code, by its module or a function, or an attribute is one of an object."""
    match node:
        case ast.Name(name, ast.Load()):
            home = script.scope(document, node).home(name)
            is_code = any(isinstance(each, Class | Function | Library | ProjectModule) for each in script.values(node))
            return home is not None and home.node not in inside and not is_code
        case ast.Attribute(ast.Name("self"), _, ast.Load()):
            return True
    return False


def _is_shared(
    script: Script, feed: Feed, validation: ast.expr, chance: Unseeded, head: tuple[Document, ast.AST]
) -> bool:
    """Say whether other data, which another thread reads, are ordered by the same generator again and again.

    That generator may be one that the script itself has seeded.
    """
    if any(orders_alike(script, validation, each) for each in chance.mixed if each.places):
        return True
    repeated = (call for call in ordering_in(script, feed.node) if all_loops(script, call.document, call.node))
    if {module_of(call) for call in repeated} & {module_of(call) for call in ordering_in(script, validation)}:
        return True
    again = {call for call, _ in chance.seeded if all_loops(script, call.document, call.node)} | chance.in_common
    other = unseeded_in(script, feed.document, validation, head) if again else Unseeded()
    return not again.isdisjoint(other.in_common | {call for call, _ in other.seeded})


def _is_endless(script: Script, node: ast.expr) -> bool:
    """Say whether a generator is one that never ends."""
    for value in script.values(node):
        call = script.creation(value) if isinstance(value, Instance) else None
        functions = call.functions if call is not None else frozenset()
        if not functions or not all(yields_for_ever(function) for function in functions):
            return False
    return True


def _goes_on(script: Script, work: Work, feed: Feed) -> bool:
    """Say whether something may go on where a work has left what it is fed: another turn, or another training.

    All processes must have taken equally many items then, whichever of them were their own: they draw alike.
    """
    place = work.loop
    if place is None:
        steps = [step for training in script.trainings for step in training.steps]
        return len(steps) > 1 or bool(all_loops(script, work.document, work.node))
    return isinstance(place.node, ast.For | ast.AsyncFor) and place.document.contains(place.node.iter, feed.node)


def _every_nth_edits(script: Script, feed: Feed, alone: bool) -> tuple[Edit, ...]:
    """Give this process every `size`-th item; where it does not go on `alone`, equally many as the others."""
    hvd = horovod(script, feed.document)
    if alone:
        itertools = library(script, feed.document, "itertools", "itertools")
        edits = layout.wrap(
            feed.document,
            feed.node,
            f"{itertools.text}.islice(",
            f", {hvd.text}.rank(), None, {hvd.text}.size())",
        )
        edits = (*itertools.edits, *edits)
    else:
        function = _share_function(script, feed.document, copies=gives_again(script, feed.node))
        edits = (*function.edits, *layout.wrap(feed.document, feed.node, f"{function.text}(", ")"))
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))


def _share_function(script: Script, document: Document, copies: bool) -> Name:
    """Give a file's function that divides what is iterated over, with the edits that add it.

    It looks ahead to the end of each group; it `copies` the items where one may be gone when the next is made.
    """
    hvd = horovod(script, document)
    name = free_name(document, "own_copies" if copies else "own_items", "own_items_of_all")
    copy = library(script, document, "copy", "copy") if copies else Name("", ())
    said = "copies of the items" if copies else "the items"
    read = f"map({copy.text}.deepcopy, items)" if copies else "iter(items)"
    lines = [
        f"def {name}(items):",
        f'    """Yield {said} of this process: all processes take turns, and each gets equally many."""',
        f"    for group in zip(*[{read}] * {hvd.text}.size()):",
        f"        yield group[{hvd.text}.rank()]",
    ]
    return Name(name, (*hvd.edits, *copy.edits, *function_after_imports(script, document, lines)))
