"""Arrays that a counted loop reads by its counter: they are divided with its count, or its turns are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

from farandole.analysis.loops import Count, LoopAt
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in, stored_among

_STEPPED = 3
"""The number of arguments of a range of positions; of others, the turns can be divided as well."""


def arrays(script: Script, place: LoopAt) -> list[ast.expr]:
    """Give the arrays that a loop over a range slices by its counter alone; nothing when one is indexed otherwise.

    What is sliced so belongs together: it is divided, or left, as a whole, whether it is known to be an array or not.
    """
    if not isinstance(place.node, ast.For):
        return []
    derived = _derived(place.node)
    if (_clamped(script, place) | _set_anew(script, place, derived)) & derived:
        return []
    chosen = _chosen(script, place, derived)
    filled = _filled(place.node)
    steps = any(isinstance(each, ast.Call) and len(each.args) == _STEPPED for each in ast.walk(place.node.iter))
    found: list[ast.expr] = []
    for node in ast.walk(place.node):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and node.slice not in chosen:
            names = names_in(node.slice)
            if ast.unparse(node.value) in filled:
                continue
            if not script.instances(node.value, "array") and not (_is_sliced(node) and names & derived):
                continue
            if not names & (derived | _assigned(place.node)):
                continue
            taken = _along_first_axis(node, _assigned(place.node)) if steps else node.slice
            if not isinstance(taken, ast.Slice) or taken.step is not None or not names & derived:
                return []
            if _other_parts(taken, derived, _assigned(place.node)):
                return []
            if not isinstance(node.value, ast.Name | ast.Attribute):
                return []
            found.append(node.value)
    return [] if _are_alternatives(place, found) else found


def read_in_part(script: Script, work: Work) -> Iterator[ast.expr]:
    """Yield what the loop of a work without feeds reads a part of in each turn, by its counter."""
    if work.loop is None or work.feeds:
        return
    yield from arrays(script, work.loop)
    for count in work.counts:
        yield from (read.value for read in turns(script, work.loop, count).reads)


def _are_alternatives(place: LoopAt, nodes: list[ast.expr]) -> bool:
    """Say whether a turn reads one array or another: each has a length of its own, and may be there only where it is read."""
    branches = [
        (set(ast.walk(ast.Module(node.body, []))), set(ast.walk(ast.Module(node.orelse, []))))
        for node in place.document.within(place.node)
        if isinstance(node, ast.If) and node.orelse
    ]
    return any(not body.isdisjoint(nodes) and not other.isdisjoint(nodes) for body, other in branches)


def _is_sliced(read: ast.Subscript) -> bool:
    """Say whether a subscript takes a slice, along one axis or several, as `x[start:end, :]` does."""
    parts = read.slice.elts if isinstance(read.slice, ast.Tuple) else [read.slice]
    return any(isinstance(part, ast.Slice) for part in parts)


def _along_first_axis(read: ast.Subscript, assigned: set[str]) -> ast.expr:
    """Give what a subscript takes along the first axis, where what it takes along others is the same in every turn."""
    match read.slice:
        case ast.Tuple([first, *others]) if not any(names_in(other) & assigned for other in others):
            return first
    return read.slice


def _chosen(script: Script, place: LoopAt, derived: set[str]) -> set[ast.expr]:
    """Give the expressions that stand for a slice by the counter: of the order in which samples are read, say."""
    slices = {
        node
        for node in place.document.within(place.node)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and names_in(node.slice) & derived
    }
    values = _assigned_values(script, place)
    names = {name for name, given in values.items() if all(value in slices for value in given)}
    return {*slices, *(node for node in _loads(place.node) if node.id in names)}


def _assigned(loop: ast.For) -> set[str]:
    return stored_among(ast.walk(loop))


def _derived(loop: ast.For) -> set[str]:
    """Give the names that the loop computes from its counter by arithmetic alone."""
    found = names_in(loop.target)
    assigned = _assigned(loop)
    for _ in range(len(assigned)):
        for statement in ast.walk(loop):
            match statement:
                case ast.Assign([ast.Name(name)], value) if name not in found and _is_arithmetic(
                    value, found, assigned
                ):
                    found.add(name)
    return found


def _is_arithmetic(value: ast.expr, derived: set[str], assigned: set[str]) -> bool:
    names = names_in(value)
    return bool(names & derived) and not _other_parts(value, derived, assigned)


def _other_parts(value: ast.expr, derived: set[str], assigned: set[str]) -> bool:
    """Say whether an expression holds more than arithmetic on derived names and on those that the loop leaves alone.

    The end of a slice may be clamped by a length, as in `min(i + batch, len(x))`.
    """
    clamps = [node for node in ast.walk(value) if _is_clamp(node)]
    lengths = [each for clamp in clamps for each in clamp.args if not names_in(each) & (derived | assigned)]
    passed = {*clamps, *(node for each in lengths for node in ast.walk(each))}
    for node in ast.walk(value):
        match node:
            case _ if node in passed:
                continue
            case ast.Name(name) if name in assigned and name not in derived:
                return True
            case ast.BinOp(op=ast.Mod() | ast.Div() | ast.Pow()) | ast.Call() | ast.Subscript():
                return True
    return False


def _is_clamp(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "min"


def _clamped(script: Script, place: LoopAt) -> set[str]:
    """Give the names of clamped ends that are used in another way than to slice: as the size of a batch, say."""
    reads = [node for node in place.document.within(place.node) if isinstance(node, ast.Subscript)]
    slices = {part for node in reads for part in place.document.within(node.slice)}
    names = {name for name, values in _assigned_values(script, place).items() if any(map(_has_clamp, values))}
    return {node.id for node in _loads(place.node) if node.id in names and node not in slices}


def _set_anew(script: Script, place: LoopAt, derived: set[str]) -> set[str]:
    """Give the names that stand for a place by the counter and are given another one, as `start = len(x) - batch` does.

    The end of a slice may be: a slice ends with what it is taken of.
    """
    assigned = _assigned(place.node) if isinstance(place.node, ast.For) else set()
    given = _assigned_values(script, place)
    names = {
        name
        for name in derived & given.keys()
        if not all(_is_arithmetic(value, derived, assigned) or _has_clamp(value) for value in given[name])
    }
    ends = {node.upper for node in place.document.within(place.node) if isinstance(node, ast.Slice)}
    return {
        node.id
        for node in _loads(place.node)
        if node.id in names and node not in ends and not isinstance(place.document.parent(node), ast.Compare)
    }


def _has_clamp(value: ast.expr) -> bool:
    return any(_is_clamp(node) for node in ast.walk(value))


@dataclass(frozen=True)
class Turns:
    """The reads of a loop that depend on its turn.

    `reads` are the subscripts, `counters` the uses of the counter that say where they read; none where the counter of
    a turn can't be told from other uses of it.
    """

    reads: tuple[ast.Subscript, ...]
    counters: tuple[ast.Name, ...]

    @property
    def items(self) -> tuple[ast.Subscript, ...]:
        """The reads of one item by the counter, which need not be a sample."""
        return tuple(
            read
            for read in self.reads
            if not isinstance(read.slice, ast.Slice) and any(node in self.counters for node in ast.walk(read.slice))
        )


def turns(script: Script, place: LoopAt, count: Count) -> Turns:
    """Give what a loop reads at places that it computes from its counter, in whatever way."""
    counter = place.node.target if isinstance(place.node, ast.For) else None
    name = counter.id if isinstance(counter, ast.Name) else ""
    values = _assigned_values(script, place)
    reached = _reached(values, {name} if name else _counted(place.node))
    filled = _filled(place.node)
    reads = tuple(
        node
        for node in ast.walk(place.node)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and ast.unparse(node.value) not in filled
        and (_is_sliced(node) or script.instances(node.value, "array"))
        and names_in(node.slice) & reached
    )
    counting = count.document.parent(count.node)
    strides = isinstance(counting, ast.Call) and count.node in counting.args[1:2] and len(counting.args) > 2  # noqa: PLR2004
    if not name or name in values or strides or place.document is not count.document:
        return Turns(reads, ())
    return Turns(
        reads, _uses(script, place, name, reads, {each: given for each, given in values.items() if each in reached})
    )


def turn_edits(script: Script, document: Document, count: Count, counters: tuple[ast.Name, ...]) -> tuple[Edit, ...]:
    """Give the edits that let each process read at every `size`-th turn of the whole loop."""
    hvd = horovod(script, document)
    mine = f" * {hvd.text}.size() + {hvd.text}.rank()"
    start = document.segment(count.start) if count.start is not None else "0"
    before, after = ("", mine) if start == "0" else ("(", f" - {start}){mine} + {start}")
    edits = [edit for node in counters for edit in layout.wrap(document, node, before, after)]
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))


def _filled(loop: ast.AST) -> set[str]:
    """Give what a loop fills by index, as it is written: what it reads of that, it has put there itself."""
    return {
        ast.unparse(node.value)
        for node in ast.walk(loop)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    }


def _counted(loop: ast.AST) -> set[str]:
    """Give the names that a loop adds to."""
    return {
        node.target.id
        for node in ast.walk(loop)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }


def _assigned_values(script: Script, place: LoopAt) -> dict[str, list[ast.expr]]:
    """Give what the body of a loop assigns to each name."""
    return script.def_use.values_in(place.document, place.node.body)


def _reached(values: dict[str, list[ast.expr]], counters: set[str]) -> set[str]:
    """Give the names whose values depend on the counters, and the counters."""
    found = set(counters)
    for _ in values:
        found |= {name for name, given in values.items() if any(names_in(value) & found for value in given)}
    return found


def _uses(
    script: Script, place: LoopAt, name: str, reads: tuple[ast.Subscript, ...], values: dict[str, list[ast.expr]]
) -> tuple[ast.Name, ...]:
    """Give the uses of a counter that say where to read; none where a name between them has another use as well."""
    document = place.document
    wanted: dict[ast.AST, None] = dict.fromkeys(read.slice for read in reads)
    between: set[str] = set()
    pending = [read.slice for read in reads]
    while pending:
        for other in (names_in(pending.pop()) & values.keys()) - between:
            if any(
                isinstance(node, ast.Subscript) and node in reads for each in values[other] for node in ast.walk(each)
            ):
                continue
            between.add(other)
            wanted |= dict.fromkeys(values[other])
            pending += values[other]
    inside = {id(node) for part in wanted for node in ast.walk(part)}
    around = document.within(document.scope(place.node)) if between else ()
    if any(_is_load(node) and node.id in between and id(node) not in inside for node in around):
        return ()
    return tuple(node for node in _loads(place.node) if node.id == name and id(node) in inside)


def _loads(tree: ast.AST) -> Iterator[ast.Name]:
    return filter(_is_load, ast.walk(tree))


def _is_load(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
