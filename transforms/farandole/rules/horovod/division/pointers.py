"""Readers with a pointer: a loop takes its samples at a place that is kept from turn to turn, as `next_batch` does.

What comes next is the same in all processes, unless chance orders the samples while the loop runs. Of a reader in a
module that is not read it can't be told.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from farandole.analysis.call_order import is_generator
from farandole.analysis.def_use import Assignment
from farandole.analysis.loops import Chain, LoopAt, is_set_before, loops_around, range_counts
from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.values import Container, Library, ProjectModule, Value
from farandole.analysis.program import Call
from farandole.analysis.slicing import Slices
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.sampling import (
    computes,
    is_by_chance,
    is_random,
    is_unread,
    reached,
    reached_by,
    takes_unread,
)
from farandole.source import Document
from farandole.source.binding import names_in

_COUNTING = frozenset({"numpy.arange", "builtins.range", "builtins.list"})
"""What counts places up."""


@dataclass(frozen=True)
class PointerRead:
    """A read of samples at a pointer, and the calls of the loop that order by chance what is read.

    `ordered_before` are those outside of the loop, `objects` those that give the samples, where they are seen.
    """

    document: Document
    node: ast.Subscript
    ordered: tuple[Call, ...]
    ordered_before: tuple[Call, ...] = ()
    objects: frozenset[Value] = frozenset()


def pointer_reads(script: Script, chain: Chain, given: Iterable[ast.AST]) -> tuple[PointerRead, ...]:
    """Give what is read at a pointer where a loop gets its samples, in the order of the text.

    `chain` are the loops around the training, innermost first, `given` the calls by which a step gets its samples, and
    the nodes from which its arguments are computed. What is read at a place in what another of them gives is left out.
    """
    inside = list(reached(script, chain[-1].node))
    kept = _kept(script, chain, inside)
    chance = [call for node in inside if (call := script.call(node)) is not None and is_by_chance(script, call)]
    earlier = [call for call in script.calls if call.attribute == "shuffle" and is_random(call) and call not in chance]
    nodes = reached_by(script, given).intersection(inside)
    turned = _numbers_of_turns(script, chain)
    found: list[PointerRead] = []
    for document in script.documents:
        for node in document.nodes(ast.Subscript):
            if node in nodes and isinstance(node.ctx, ast.Load) and _is_at(script.slices, document, node, kept, turned):
                within = script.slices.of(document, node).nodes
                ordering = (call for call in chance if call.node in within or _orders(script, call, within))
                mine = _objects(script, document, node, nodes)
                ordered = tuple(
                    call for call in ordering if not are_apart(mine, _objects(script, call.document, call.node, inside))
                )
                before = (call for call in earlier if _orders(script, call, within))
                called = (each for call in ordered for each in _made_before(script, call, inside))
                also = (each for each in called if not are_apart(mine, each.receivers))
                found.append(PointerRead(document, node, ordered, (*before, *also), mine))
    reads = {each.node for each in found}
    inner = [each for each in found if reads.isdisjoint(script.slices.of(each.document, each.node.slice).nodes)]
    return tuple(inner or found)


def _made_before(script: Script, call: Call, inside: Collection[ast.AST]) -> Iterator[Call]:
    """Yield the calls outside of a loop of the function by which that shuffles in place."""
    function = script.function(call.document, call.node) if call.attribute == "shuffle" else None
    if function is not None:
        yield from (each for each in script.callers(function) if each.node not in inside)


def _objects(script: Script, document: Document, node: ast.AST, run: Collection[ast.AST]) -> frozenset[Value]:
    """Give the objects on which some code calls the methods that lead to a node; none where one of them is not seen."""
    found: frozenset[Value] = frozenset()
    pending, seen = [(document, script.function(document, node))], set[ast.AST | None]()
    while pending:
        where, function = pending.pop()
        owner = where.owner(function) if isinstance(function, ast.FunctionDef) else None
        if not isinstance(function, ast.FunctionDef) or not isinstance(owner, ast.ClassDef):
            return frozenset()
        seen.add(function)
        for call in (each for each in script.callers(function) if each.node in run):
            within = script.function(call.document, call.node)
            if isinstance(call.receiver, ast.Name) and call.receiver.id == "self":
                pending += [(call.document, within)] if within not in seen else []
            elif not call.receivers:
                return frozenset()
            else:
                found |= call.receivers
    return found


def are_apart(one: frozenset[Value], other: frozenset[Value]) -> bool:
    """Say whether some objects are seen, and are others than some more."""
    return bool(one and other) and one.isdisjoint(other)


def unread(script: Script, chain: Chain, given: Iterable[ast.AST]) -> tuple[Call, ...]:
    """Give the calls of modules that are not read by which a loop gets samples, where no chance of its own decides which.

    `chain` are the loops around the training, innermost first, `given` the nodes from which what its steps train on is
    computed. What is computed from another of these calls is left out, and so is what a model makes of samples. The
    next of what such a module has made before is among them.
    """
    calls = [call for node in reached(script, chain[-1].node) if (call := script.call(node)) is not None]
    nodes = set(given)
    chance = [call for call in calls if is_by_chance(script, call)]
    found = []
    for call in calls:
        gives = (is_unread(call) and not computes(script, call)) or takes_unread(script, call)
        if call.node in nodes and gives:
            within = script.slices.of(call.document, call.node).nodes
            if not any(each.node in within or _orders(script, each, within) for each in chance):
                found.append((call, within))
    return tuple(
        call for call, within in found if not any(each.node in within for each, _ in found if each is not call)
    )


def _kept(script: Script, chain: Chain, nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Give the names, attributes and items that code computes from what they were before, and keeps."""
    shared = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    inside = set(nodes)
    found: set[str] = set()
    for document in script.documents:
        assigned = script.def_use.assigned_in(document, document.tree)
        for each in (*assigned, *script.def_use.items_in(document)):
            if each.by in inside and isinstance(each.by, ast.Assign | ast.AugAssign):
                lasting = any(_lasts(document, each, place) for place in chain)
                renewed = isinstance(each.target, ast.Name) and is_set_before(document, each.by, each.target.id)
                if not renewed and not _is_of_made(script, each.target, inside):
                    found.update(_keeping(script.slices, each, shared, lasting))
        found.update(_named_items(script, document, inside))
    return frozenset(found)


def _lasts(document: Document, assigned: Assignment, place: LoopAt) -> bool:
    """Say whether a loop has what a statement in it assigns from turn to turn: a name of its own function."""
    is_own = document is place.document and document.scope(assigned.target) is document.scope(place.node)
    return is_own and document.contains(place.node, assigned.by)


def _named_items(script: Script, document: Document, nodes: Collection[ast.AST]) -> Iterator[str]:
    """Yield how the items are written that code computes from what they were before, and whose keys names tell."""
    for node in document.nodes(ast.Assign, ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets if node in nodes else ():
            if not isinstance(target, ast.Subscript) or not _is_named(target) or _is_of_made(script, target, nodes):
                continue
            if isinstance(node, ast.AugAssign) or _is_of(script.slices, document, node.value, target):
                yield ast.unparse(target)


def _is_of(slices: Slices, document: Document, value: ast.expr, item: ast.expr) -> bool:
    """Say whether what is given to an item is computed from what was there."""
    read = ast.unparse(item)
    return any(isinstance(each, ast.Subscript) and ast.unparse(each) == read for each in slices.of(document, value))


def _is_named(item: ast.Subscript) -> bool:
    """Say whether an item of an attribute has its key in a name."""
    return isinstance(item.value, ast.Attribute) and isinstance(item.slice, ast.Name | ast.Attribute)


def _is_of_made(script: Script, target: ast.expr, nodes: Collection[ast.AST]) -> bool:
    """Say whether a target is an item of containers that are all made by some code, so that it keeps nothing."""
    held = script.values(target.value) if isinstance(target, ast.Subscript) else ()
    return bool(held) and all(isinstance(each, Container) and each.site.node in nodes for each in held)


def _keeping(slices: Slices, assigned: Assignment, shared: set[str], lasting: bool) -> Iterator[str]:
    """Yield the name, attribute or item that an assignment keeps for the next turn; `lasting` are names of the loops' scopes."""
    match assigned.by, assigned.target:
        case ast.AugAssign(), ast.Attribute(attr=name):
            yield name
        case by, ast.Subscript(slice=ast.Constant(key)) as item if isinstance(by, ast.AugAssign) or _is_of(
            slices, assigned.document, assigned.value, item
        ):
            yield f"[{key!r}]"
        case ast.AugAssign(), ast.Name(name) if lasting or name in shared:
            yield name
        case ast.Assign(), ast.Name(name) if (lasting or name in shared) and name in names_in(assigned.value):
            yield name
        case ast.Assign(), ast.Attribute(attr=name):
            if any(name in _name(each) for each in slices.of(assigned.document, assigned.value)):
                yield name


def _is_at(
    slices: Slices, document: Document, node: ast.Subscript, kept: frozenset[str], turned: Collection[ast.AST]
) -> bool:
    """Say whether a place is computed from what is kept from turn to turn, not only by as many turns as `turned` tell."""
    within = (each for each in slices.of(document, node.slice) if each not in turned)
    return any(name in kept for each in within for name in _name(each))


def _numbers_of_turns(script: Script, chain: Chain) -> frozenset[ast.AST]:
    """Give the nodes from which numbers of turns are computed that loops count from zero: each begins again at that."""
    counts = (count for place in chain for count in range_counts(script, place) if count.start is None)
    return frozenset(node for count in counts for node in script.slices.of(count.document, count.node).nodes)


def _name(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(name, ast.Load()) | ast.Attribute(_, name, ast.Load()):
            yield name
        case ast.Subscript(slice=ast.Constant(key), ctx=ast.Load()):
            yield f"[{key!r}]"
        case ast.Subscript(ctx=ast.Load()) if _is_named(node):
            yield ast.unparse(node)


def _orders(script: Script, call: Call, within: frozenset[ast.AST]) -> bool:
    """Say whether a call shuffles in place something with a name, from which a read is computed."""
    if call.attribute != "shuffle" or _is_forgotten(script, call):
        return False
    given = [each for node in call.node.args for each in script.slices.of(call.document, node)]
    return not (_data(script, given) - {"self"}).isdisjoint(_data(script, within))


def _is_forgotten(script: Script, call: Call) -> bool:
    """Say whether a call shuffles places that its function has counted up, and nothing reads them: no sample is moved."""
    document, scope = call.document, call.document.scope(call.node)
    match scope, call.node.args:
        case ast.FunctionDef(), [ast.Name() as places]:
            uses = [each for each in document.names(places.id) if document.scope(each) is scope and each is not places]
        case _:
            return False
    return _is_counted(script, document, places) and not any(isinstance(each.ctx, ast.Load) for each in uses)


def is_lost(script: Script, call: Call) -> bool:
    """Say whether a call orders what its function has for itself: it gives that to names, and the next call has it not.

    What the function returns of them is a part at a place.
    """
    document, scope = call.document, call.document.scope(call.node)
    if not isinstance(scope, ast.FunctionDef) or is_generator(scope) or any(loops_around(document, call.node)):
        return False
    moved = {target.id for target in _moved(script, call, scope)}
    if not moved or any(isinstance(node, ast.Global | ast.Nonlocal) for node in own_nodes(scope)):
        return False
    read = (each for name in moved for each in document.names(name) if document.scope(each) is scope)
    return all(_is_part(document.parent(each), each) for each in read if isinstance(each.ctx, ast.Load))


def _moved(script: Script, call: Call, scope: ast.FunctionDef) -> Iterator[ast.Name]:
    """Yield the names that a function gives what a call orders: its result, or items at the places that it shuffles."""
    document = call.document
    match document.statement(call.node), call.node.args:
        case ast.Assign(targets=targets, value=value), _ if value is call.node:
            pass
        case _, [ast.Name() as places] if _is_counted(script, document, places):
            uses = [each for each in document.names(places.id) if document.scope(each) is scope and each is not places]
            statements = [document.statement(each) for each in uses if isinstance(each.ctx, ast.Load)]
            targets = [each for one in statements if isinstance(one, ast.Assign) for each in one.targets]
            if not all(isinstance(one, ast.Assign) for one in statements):
                return
        case _:
            return
    given = [each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])]
    if all(isinstance(each, ast.Name) for each in given):
        yield from (each for each in given if isinstance(each, ast.Name))


def _is_part(parent: ast.AST | None, node: ast.Name) -> bool:
    """Say whether a name is read for items of it, or for what it is like."""
    match parent:
        case ast.Subscript(value=read) | ast.Attribute(value=read) | ast.Call(ast.Name("len"), [read]):
            return read is node
    return False


def _is_counted(script: Script, document: Document, places: ast.Name) -> bool:
    """Say whether a name stands for places that are counted up."""
    made = [script.call(each.value) for each in script.slices.assignments(document, places)]
    return bool(made) and all(each is not None and bool(each.names) and each.names <= _COUNTING for each in made)


def _data(script: Script, nodes: Collection[ast.AST]) -> set[str]:
    """Give the names, attributes and items among some nodes, but for what is called, and modules."""
    called = {each.func for each in nodes if isinstance(each, ast.Call)}
    return {name for each in nodes if each not in called and not _is_module(script, each) for name in _name(each)}


def _is_module(script: Script, node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and any(isinstance(each, Library | ProjectModule) for each in script.values(node))
