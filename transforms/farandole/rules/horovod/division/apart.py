"""Readers that go round and round in one order: each process begins at a place of its own, as far from those of the others."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from farandole.analysis.access_paths import is_plain
from farandole.analysis.def_use import Assignment
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.pointers import PointerRead
from farandole.rules.horovod.division.queues import is_made_once
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod
from farandole.source import Document, Edit, layout
from farandole.source.binding import stored_among


@dataclass(frozen=True)
class _Round:
    """A place that goes round, as a loop's function names it, and what it goes through."""

    place: str
    samples: str


def begun_apart(script: Script, work: Work, reads: Sequence[PointerRead], given: Collection[ast.AST]) -> list[Change]:
    """Give the changes by which each process begins elsewhere what it reads at a place that is kept; none if one can't.

    `given` are the calls that give a step what it trains on.
    """
    outer = work.chain[-1]
    scope = outer.document.scope(outer.node)
    if outer.document is not work.document or work.document.scope(work.node) is not scope:
        return []
    if not _runs_once(script, outer.document, outer.node):
        return []
    rounds: dict[str, _Round] = {}
    for read in reads:
        found = _round(script, work, read, given)
        if found is None:
            return []
        rounds.setdefault(found.place, found)
    return [Change(partial(edit_set, outer.document, partial(_edits, script, work, each))) for each in rounds.values()]


def _runs_once(script: Script, document: Document, node: ast.AST) -> bool:
    function = script.function(document, node)
    return function is None or (bool(script.callers(function)) and is_made_once(script, document, node))


def _edits(script: Script, work: Work, found: _Round) -> tuple[Edit, ...]:
    document = work.chain[-1].document
    hvd, length = horovod(script, document), f"len({found.samples})"
    part = f"{found.place} + {length} * {hvd.text}.rank() // {hvd.text}.size()"
    lines = [f"{found.place} = ({part}) % {length}  # each process begins elsewhere"]
    edits = layout.insert_before(document, work.chain[-1].node, lines)
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))


def _round(script: Script, work: Work, read: PointerRead, given: Collection[ast.AST]) -> _Round | None:
    """Give the place of a read that goes round, where the loop's function can set it."""
    function = script.function(read.document, read.node)
    place = read.node.slice.lower if isinstance(read.node.slice, ast.Slice) else read.node.slice
    if function is None or place is None or _is_told_elsewhere(script, read.document, function):
        return None
    at = place if isinstance(place, ast.Name) and place.id in _declared_global(function) else None
    match at or script.slices.bound(read.document, place), read.node.value:
        case ast.Attribute(ast.Name("self"), pointer), ast.Attribute(ast.Name("self"), samples):
            owner = _owner(script, work, function, given)
            stores = script.def_use.attributes.get(pointer, ())
            if owner is not None and _goes_round(script, read.document, function, stores, pointer):
                return _Round(f"{owner}.{pointer}", f"{owner}.{samples}")
        case ast.Name(pointer), ast.Name(samples) if read.document is work.document:
            is_global = work.document.scope(work.chain[-1].node) is work.document.tree
            home = script.scope(read.document, read.node).home(samples)
            stores = [
                each
                for each in script.def_use.assigned_in(read.document, read.document.tree)
                if isinstance(each.target, ast.Name) and each.target.id == pointer
            ]
            if (
                is_global
                and home is not None
                and home.node is read.document.tree
                and at is not None
                and _goes_round(script, read.document, function, stores, pointer)
            ):
                return _Round(pointer, samples)
    return None


def _is_told_elsewhere(script: Script, document: Document, function: ast.AST) -> bool:
    """Say whether other code reads what a function keeps, as how often it has gone round: processes would differ there."""
    inside = document.within(function)
    stored = [each for each in inside if isinstance(getattr(each, "ctx", None), ast.Store)]
    names = {each.id for each in stored if isinstance(each, ast.Name)} & _declared_global(function)
    attributes = {each.attr for each in stored if isinstance(each, ast.Attribute)}
    places = {part for each in inside if isinstance(each, ast.Subscript) for part in ast.walk(each.slice)}
    given = {part for each in inside if isinstance(each, ast.Return | ast.Yield) for part in ast.walk(each)}
    own = set(inside) - (given - places)
    return any(
        (isinstance(node, ast.Attribute) and node.attr in attributes | names)
        or (isinstance(node, ast.Name) and node.id in names and each is document)
        for each in script.documents
        for node in each.nodes(ast.Attribute, ast.Name)
        if isinstance(node.ctx, ast.Load) and node not in own
    )


def _declared_global(function: ast.AST) -> set[str]:
    return {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}


def _owner(script: Script, work: Work, method: FunctionNode, given: Collection[ast.AST]) -> str | None:
    """Give the words in which a loop names the one object whose method gives samples; None for several, or one made in it."""
    inside = work.document.within(work.chain[-1].node)
    calls = [call for call in script.callers(method) if call.node in given]
    own = [call.node.func.value for call in calls if isinstance(call.node.func, ast.Attribute)]
    texts = {ast.unparse(each) for each in own}
    if len(texts) != 1 or not is_plain(own[0]):
        return None
    changed = {each.attr for each in inside if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}
    if not (changed | stored_among(inside)).isdisjoint(_words(own[0])):
        return None
    is_object = script.must_be(own[0], lambda value: isinstance(value, Instance) and isinstance(value.of, Class))
    return next(iter(texts)) if is_object else None


def _goes_round(script: Script, document: Document, function: ast.AST, stores: Sequence[object], pointer: str) -> bool:
    """Say whether a place begins at zero, once, and goes on in one function alone, at whose end it is led back."""
    inside = set(document.within(function))
    assigned = [each for each in stores if isinstance(each, Assignment)]
    first = [each for each in assigned if each.target not in inside]
    moving = [each for each in assigned if each.target in inside]
    if len(assigned) != len(stores) or len(first) != 1 or not moving:
        return False
    begins = isinstance(first[0].by, ast.Assign) and script.constants(first[0].value) == {0}
    outer = script.function(first[0].document, first[0].target)
    is_first = outer is None or getattr(outer, "name", "") == "__init__"
    ways = [_leads_back(document, each, pointer) for each in moving]
    is_exact = any(_is_met(document, each) for each in moving) and not all(map(_adds_one, moving))
    return begins and is_first and None not in ways and True in ways and not is_exact


def _leads_back(document: Document, moving: Assignment, pointer: str) -> bool | None:
    """Say whether an assignment leads a place back to the beginning, or adds to it; None for any other."""
    statement, value = moving.by, moving.value
    if isinstance(statement, ast.AugAssign):
        return False if isinstance(statement.op, ast.Add) else None
    reads = pointer in set(_words(value))
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod) and reads:
        return True
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and reads:
        return False
    around = document.owner(statement) if isinstance(statement, ast.stmt) else None
    asked = isinstance(around, ast.If) and statement in around.body and pointer in set(_words(around.test))
    return True if asked and not any(isinstance(each, ast.Call) for each in ast.walk(value)) else None


def _is_met(document: Document, moving: Assignment) -> bool:
    """Say whether a place is led back where it comes to another exactly, as it need not from where it begins."""
    around = document.owner(moving.by) if isinstance(moving.by, ast.stmt) else None
    return isinstance(around, ast.If) and any(isinstance(each, ast.Eq | ast.NotEq) for each in ast.walk(around.test))


def _adds_one(moving: Assignment) -> bool:
    """Say whether an assignment adds one to a place, if it adds anything."""
    match moving.by, moving.value:
        case ast.AugAssign(value=added), _:
            pass
        case _, ast.BinOp(right=added):
            pass
        case _:
            return True
    return isinstance(added, ast.Constant) and added.value == 1


def _words(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        match each:
            case ast.Name(name) | ast.Attribute(attr=name):
                yield name
