"""Tallies: numbers in which the script's own objects count the steps that they see, as a callback counts batches.

Each process takes a part of the steps, so a tally grows by all that the processes take together: what is computed by it,
such as a rate, comes out as before; one that falls by a factor in each step is multiplied by its power. Where it tells a
period, or is compared with one number for being equal, steps would be missed: there the numbers are divided instead, and
what else is computed is given the steps of all processes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, takewhile

from farandole.analysis.augmented import augmented
from farandole.analysis.def_use import Assignment
from farandole.analysis.locations import Location, definitions, location, may_be_at
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import received_as
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.tallies import Tally, multiplies
from farandole.rules.horovod.division.counters import Uses, count_of_periods, tested
from farandole.rules.horovod.division.global_steps import all_steps, is_equality, is_shown
from farandole.rules.horovod.division.means import is_mean_by
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.remainders import is_phase, remainder
from farandole.rules.horovod.division.tables import is_for_rates, item_around
from farandole.rules.horovod.division.use_edits import use_edits
from farandole.rules.horovod.names import horovod
from farandole.source import Document, EditSet, layout
from farandole.source.binding import written

_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.IfExp, ast.BoolOp, ast.Compare, ast.Call, ast.keyword)
_Read = tuple[Document, ast.expr]


@dataclass(frozen=True)
class _Used:
    """A read of a tally: what it is tested with, if it is, and whether it is equal to that in one step only."""

    document: Document
    node: ast.expr
    test: Uses | None
    is_exact: bool


def tally_changes(script: Script, tallies: Iterable[Tally], shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the changes of tallies, and of what is computed by them; `shrunk` are expressions of one process's part."""
    for tally in tallies:
        reads = sinks(script, _reads(script, tally))
        found = [
            _used(script, *read)
            for read in reads
            if not _is_put_back(script, *read, tally) and not _is_kept(script, *read, tally)
        ]
        if any(_tells_place(script, each.document, each.node) for each in found):
            yield from _read_in_tables(script, found)
            continue
        own = [each for each in found if _is_of_own_steps(script, tally, each)]
        meeting = [each for each in found if _meets(script, each, shrunk)]
        used = [each for each in found if each not in (*own, *meeting) and not _is_idle(script, each)]
        computing = [each for each in used if each.test is None or not each.is_exact]
        # `step % 3` that lets a step be taken.
        stepping = any(each.is_exact and _is_idle(script, each) for each in found)
        if tally.decays or (tally.increments and not (own or meeting or stepping) and computing == used):
            yield from (Change(partial(_grown, script, each), divided=each.value) for each in tally.increments if used)
            continue
        for each in used:
            if each.test is not None:
                yield Change(partial(edit_set, each.document, partial(use_edits, script, each.document, each.test)))
            elif tells_steps(script, each.document, each.node):
                yield Change(EditSet.empty, doubt_of(each.document, each.node))
            else:
                yield Change(
                    partial(all_steps, script, each.document, each.node), _resumed(script, tally), divided=each.node
                )


def _read_in_tables(script: Script, found: Iterable[_Used]) -> Iterator[Change]:
    """Yield the changes of reads that tell the place in tables of rates and weights: others may tell the next batch."""
    for each in found:
        item = item_around(each.document, each.node)
        if item is None:
            continue
        if is_for_rates(script, each.document, item):
            yield Change(partial(all_steps, script, each.document, each.node), divided=each.node)
        elif all(is_weight(*sink) for sink in sinks(script, [(each.document, item)])):
            doubt = may_hold_samples(script, each.document, each.node)
            yield Change(partial(all_steps, script, each.document, each.node), doubt, divided=each.node)


def rates_by_epochs(script: Script, tallies: Iterable[Tally], rates: Iterable[_Read]) -> Iterator[Change]:
    """Yield the doubts of rates that are computed by the steps of an epoch, as Keras counts them, and by no tally."""
    counting = {node for tally in tallies for _, node in _reads(script, tally)}
    for document, rate in rates:
        nodes = script.slices.of(document, rate).nodes
        if counting.isdisjoint(nodes) and any(map(_is_steps_of_epoch, nodes)):
            doubt = (
                f"the rate {document.quote(rate)} in {document.place_of(rate)} must not depend on how many steps Keras "
                "counts in an epoch: those of one process"
            )
            yield Change(EditSet.empty, doubt)


def _resumed(script: Script, tally: Tally) -> str:
    """Ask what a tally goes on at where it is set to no number that is written down: in a run that is gone on with."""
    reads = [script.call(document.parent(node)) for document, node in _reads(script, tally)]
    for made in _given(script, tally):
        given = script.constants(made.value)
        written_down = bool(given) and all(isinstance(each, int | float) for each in given)
        if not written_down and not any(each is not None and _is_kept_for(script, each, made) for each in reads):
            return (
                f"{made.document.quote(made.value)} in {made.document.place_of(made.value)} must be a number of steps of one "
                "process, not of all of them, where a run goes on"
            )
    return ""


def _used(script: Script, document: Document, node: ast.expr) -> _Used:
    return _Used(document, node, tested(script, document, node), is_exact(script, document, node))


def _is_put_back(script: Script, document: Document, node: ast.expr, tally: Tally) -> bool:
    """Say whether what is read becomes the tally again, in another object, say, or as its remainder: it goes round."""
    value, outer = node, document.parent(node)
    if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Mod) and outer.left is node:
        value, outer = outer, document.parent(outer)
    targets = outer.targets if isinstance(outer, ast.Assign) and outer.value is value else []
    return any(may_be_at(script, document, target, tally.place) for target in targets)


def _is_kept_for(script: Script, call: Call, made: Assignment) -> bool:
    """Say whether a call keeps a number in a variable that an assignment computes a tally from, in a run that goes on."""
    within = script.slices.of(made.document, made.value).nodes
    read = {written(node) for node in within if isinstance(node, ast.Name | ast.Attribute)}
    return call.attribute == "assign" and call.receiver is not None and written(call.receiver) in read - {""}


def _is_kept(script: Script, document: Document, node: ast.expr, tally: Tally) -> bool:
    """Say whether a read is kept in a variable that the tally goes on at where a run goes on."""
    call = script.call(document.parent(node))
    others = (each for each in _given(script, tally) if node in (call.node.args if call is not None else ()))
    return call is not None and any(_is_kept_for(script, call, each) for each in others)


def _given(script: Script, tally: Tally) -> Iterator[Assignment]:
    """Yield the assignments that give a tally another value than by counting."""
    increments = [each.by for each in tally.increments]
    for made in definitions(script, tally.place):
        if isinstance(made, Assignment) and made.by not in increments:
            yield made


def _tells_place(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a read tells a place in anything but a table of rates, here or in what it is passed to.

    That may be the place of the next batch.
    """
    passed = (read for _, reads in _passed_for(script, document, node) for read in reads)
    return any(
        isinstance(outer, ast.Subscript) and inner is outer.slice and not is_for_rates(script, where, outer)
        for where, read in ((document, node), *passed)
        for inner, outer in pairwise((read, *where.ancestors(read)))
    )


def is_exact(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a read tells single steps: by a remainder that is tested, or by being equal to a number but zero."""
    for outer in document.ancestors(node):
        if remainder(script, outer) is not None:
            return not (isinstance(outer, ast.BinOp) and _is_text(outer.left)) and not is_phase(document, outer)
        if isinstance(outer, ast.Compare):
            return is_equality(outer)
        if not isinstance(outer, ast.BinOp | ast.UnaryOp):
            return False
    return False


def _is_text(node: ast.expr) -> bool:
    """Say whether an expression is a text, into which `%` writes numbers."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def is_weight(document: Document, node: ast.expr) -> bool:
    """Say whether something is multiplied with an expression, or divided by it, or the other way round."""
    match document.parent(node):
        case ast.BinOp(op=ast.Mult() | ast.Div()):
            return True
    return False


def may_hold_samples(script: Script, document: Document, node: ast.expr) -> str:
    """Ask whether what a read tells the place in holds a number for each step, as a table of rates surely does."""
    table = item_around(document, node)
    if table is None or is_for_rates(script, document, table):
        return ""
    return (
        f"{document.quote(table.value)} in {document.place_of(table)} must hold a number for each step, and no samples"
    )


def tells_steps(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether single steps are told by a sum that a number is a part of, where that is kept."""
    outer = document.parent(node)
    while isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add | ast.Sub):
        node, outer = outer, document.parent(outer)
    return any(is_exact(script, *sink) for sink in sinks(script, [(document, node)]))


def doubt_of(document: Document, node: ast.expr) -> str:
    """Give the doubt about what is computed by a number of steps, of which a process takes a part."""
    place = f"{document.quote(node)} in {document.place_of(node)}"
    return f"what is computed by {place} must not need the steps of all processes: each counts its own"


def _is_of_own_steps(script: Script, tally: Tally, used: _Used) -> bool:
    """Say whether a read stands for the steps of one process: those of a sum that it adds up, or of its period."""
    counted = isinstance(used.node, ast.Name | ast.Attribute) and count_of_periods(script, used.document, used.node)
    return bool(counted) or any(is_mean_by(used.document, used.node, each) for each in tally.increments)


def _is_idle(script: Script, used: _Used) -> bool:
    """Say whether nothing comes of a read that the number of processes changes: it is shown, or tells the beginning."""
    if used.test is not None:
        return False
    starts = any(isinstance(each, ast.Compare) for each in around(used.document, used.node))
    return starts or is_shown(script, used.document, used.node)


def around(document: Document, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions around a read that compute by it."""
    for outer in document.ancestors(node):
        if not isinstance(outer, _ARITHMETIC):
            return
        yield outer


def _meets(script: Script, used: _Used, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether a read is put together with what stands for one process's part, or with what Keras counts itself."""
    whole = takewhile(lambda each: not isinstance(each, ast.BoolOp), around(used.document, used.node))
    outermost = [used.node, *whole][-1]
    if not isinstance(outermost, ast.expr):
        return False
    own = set(ast.walk(used.node))
    beside = [part for part in ast.walk(outermost) if isinstance(part, ast.expr) and part not in own]
    nodes: set[ast.AST] = set(beside)
    nodes.update(
        node
        for part in beside
        if isinstance(part, ast.Name | ast.Attribute | ast.Call) and used.node not in ast.walk(part)
        for node in script.slices.of(used.document, part).nodes
    )
    return any(node in shrunk or is_size(script.call(node)) or _is_keras_count(node) for node in nodes)


def _is_keras_count(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "params"


def _is_steps_of_epoch(node: ast.AST) -> bool:
    """Say whether an expression is how many steps, or samples, Keras tells a callback that an epoch has."""
    match node:
        case ast.Subscript(counts, ast.Constant("steps" | "samples")):
            return _is_keras_count(counts)
        case ast.Call(ast.Attribute(counts, "get"), [ast.Constant("steps" | "samples"), *_]):
            return _is_keras_count(counts)
    return False


def _reads(script: Script, tally: Tally) -> Iterator[_Read]:
    """Yield the reads of a tally: of the attribute or item of these objects, or of the parameter."""
    for document in script.documents:
        for node in document.nodes(ast.Attribute, ast.Subscript) if tally.method is None else document.nodes(ast.Name):
            if not isinstance(node.ctx, ast.Load) or tally.is_increment(document, node):
                continue
            named = not isinstance(node, ast.Attribute) or tally.place.key == f".{node.attr}"
            if named and may_be_at(script, document, node, tally.place):
                yield document, node


def sinks(script: Script, reads: Iterable[_Read]) -> Iterator[_Read]:
    """Yield where a number that is read is used, through what it is kept in and parameters that it is passed for."""
    seen: set[ast.AST] = set()
    pending = list(reads)[::-1]
    while pending:
        document, read = pending.pop()
        node = _with_epochs(script, document, read)
        if node in seen:
            continue
        seen.add(node)
        handed = _kept_reads(script, document, node)
        if handed is None:
            handed = [
                each
                for function, reads in _passed_for(script, document, node)
                if _is_called_once(script, function)
                for each in reads
            ]
        if handed:
            pending += handed[::-1]
        else:
            yield document, node


def _with_epochs(script: Script, document: Document, node: ast.expr) -> ast.expr:
    """Give a read with the steps of earlier epochs, by Keras' count of them, that are added to it: a number of steps, too."""
    outer = document.parent(node)
    while isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add):
        other = outer.right if outer.left is node else outer.left
        if not any(_is_keras_count(each) for each in script.slices.of(document, other).nodes):
            break
        node, outer = outer, document.parent(outer)
    return node


def _is_called_once(script: Script, function: FunctionNode) -> bool:
    return len(script.callers(function)) == 1


def _kept_reads(script: Script, document: Document, node: ast.expr) -> list[_Read] | None:
    """Give the reads of the name or attribute that is only given what is read, or that and one.

    None where it is kept in none, or in one that is given other numbers as well, but for that which it begins with.
    """
    outer = document.parent(node)
    while isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add | ast.Sub) and _is_shift(outer, node):
        node, outer = outer, document.parent(outer)
    if not isinstance(outer, ast.Assign) or outer.value is not node:
        return None
    match outer.targets:
        case [ast.Name(name) as target]:
            scope = script.scope(document, target)
            bound = script.def_use.names.get((scope, name), ())
            is_only = len(bound) == 1 and isinstance(bound[0], Assignment)
            return [(document, use) for use in script.def_use.uses.get((scope, name), ())] if is_only else None
        case [ast.Attribute(attr=name) as target]:
            place = location(script, document, target)
            if place is None:
                return None
            given = [
                each
                for each in script.def_use.attributes.get(name, ())
                if may_be_at(script, each.document, each.target, place)
            ]
            if all(
                each.by is outer or (isinstance(each.by, ast.Assign) and _is_beginning(each.value)) for each in given
            ):
                return list(_loads_of(script, place))
    return None


def _is_shift(sum_: ast.BinOp, node: ast.expr) -> bool:
    """Say whether one is added to an expression, or taken from it."""
    other = sum_.right if sum_.left is node else sum_.left
    return isinstance(other, ast.Constant) and other.value == 1


def _is_beginning(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value in (None, 0, 1)


def _loads_of(script: Script, place: Location) -> Iterator[_Read]:
    """Yield the reads of an attribute of some objects."""
    for document in script.documents:
        for node in document.attributes(place.key[1:]) if place.key.startswith(".") else ():
            if isinstance(node.ctx, ast.Load) and may_be_at(script, document, node, place):
                yield document, node


def _passed_for(script: Script, document: Document, node: ast.expr) -> Iterator[tuple[FunctionNode, list[_Read]]]:
    """Yield the functions that a call passes what is read to, each with the reads of the parameter that it stands for."""
    outer = document.parent(node)
    holder = document.parent(outer) if isinstance(outer, ast.keyword) else outer
    call = script.call(holder) if holder is not None else None
    if call is None or call.node.func is node:
        return
    for function in call.functions:
        inner = function.site.node
        if isinstance(inner, FunctionNode):
            scope = script.flow.scopes[inner]
            for name in received_as(script, call, inner, node):
                uses = script.def_use.uses.get((scope, name), ())
                yield inner, [(scope.module.document, use) for use in uses]


def _grown(script: Script, increment: Assignment) -> EditSet:
    renewed = augmented(increment.by)
    assert renewed is not None
    return grown(script, increment.document, renewed.value, multiplies(increment))


def grown(script: Script, document: Document, by: ast.expr, as_factor: bool) -> EditSet:
    """Give the edits by which what each step adds, or multiplies by as a factor, stands for a step of every process."""
    hvd = horovod(script, document)
    if as_factor:
        edits = layout.wrap(document, by, "", f" ** {hvd.text}.size()", ast.Pow)
        return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])
    once = isinstance(by, ast.Constant) and by.value == 1
    edits = (
        layout.replace(document, by, f"{hvd.text}.size()")
        if once
        else layout.wrap(document, by, "", f" * {hvd.text}.size()", ast.Mult)
    )
    return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])
