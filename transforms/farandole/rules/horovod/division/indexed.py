"""Arrays that a counted loop reads by its counter, or at a place that it adds to: they are divided, or its turns are."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, compress
from typing import TypeGuard

from farandole.analysis.augmented import augmented
from farandole.analysis.filling import filled
from farandole.analysis.loops import Count, LoopAt, bound_anew, is_range, iterated, loops_around, ranges, told_numbers
from farandole.analysis.nodes import is_named_item
from farandole.analysis.places import Place, clamped_ends, is_ahead, lesser, passing, places, same, unclamped
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Class, Container, Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import methods_of
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.counters import reading
from farandole.rules.horovod.division.remainders import remainder
from farandole.rules.horovod.division.sampling import reached
from farandole.rules.horovod.division.tables import is_mapping, read_for_rates
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in, stored_among

_BY_LABEL = frozenset({"loc", "ix"})
_STEPPED = 3
"""The number of arguments of a range of positions; of others, the turns can be divided as well."""


def arrays(script: Script, place: LoopAt) -> list[ast.expr]:
    """Give the arrays that a loop slices by its counter alone, or by places that it adds to; nothing when it indexes one.

    What is sliced so belongs together: it is divided, or left, as a whole, whether it is known to be an array or not.
    """
    walk = _walk(script, place)
    if not walk.steps or _begins_anywhere(script, place):
        return []
    derived = _derived(walk)
    if (_clamped(script, walk) | _set_anew(script, walk, derived)) & derived:
        return []
    chosen = _chosen(script, place, derived)
    filled = _filled(place)
    found: list[ast.expr] = []
    slices: list[ast.Slice] = []
    for node in ast.walk(place.node):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and node.slice not in chosen:
            called = _slice(script, walk, node.slice) if walk.is_stepped else None
            names = walk.names(called or node.slice)
            if ast.unparse(node.value) in filled or is_mapping(script, node.value):
                continue
            if node.value in chosen and not names & derived and _is_of_batch(walk, node):
                continue
            if not names & (derived | walk.assigned if script.instances(node.value, "array") else derived):
                continue
            if not names & derived and _is_of_a_test(script, walk, node):
                continue
            taken = called or (_along_first_axis(node, walk.assigned) if walk.is_stepped else node.slice)
            if not isinstance(taken, ast.Slice) or taken.step is not None or not names & derived:
                return []
            if _other_parts(walk, taken, derived):
                return []
            if not isinstance(node.value, ast.Name | ast.Attribute) or _is_made(node.value, walk):
                return []
            found.append(node.value)
            slices.append(_up_to_place(walk, node, taken))
    trained = {ast.unparse(each) for each in found if not _is_shown(script, walk, each)}
    kept = [not trained or ast.unparse(each) in trained for each in found]
    found, slices = list(compress(found, kept)), list(compress(slices, kept))
    return found if _go_together(script, walk, slices) and not _are_alternatives(place, found) else []


def _is_of_a_test(script: Script, walk: _Walk, read: ast.Subscript) -> bool:
    """Say whether a loop inside, which trains nothing, makes what is read, or walks through it, as one that tests does.

    What that loop itself does not change is one number for all of its turns, such as the size of its batches.
    """
    document = walk.at.document
    steps = {step.node for training in script.trainings for step in training.step_calls}
    for outer in document.ancestors(read):
        if outer is walk.at.node:
            return False
        if isinstance(outer, ast.For | ast.While) and steps.isdisjoint(reached(script, outer)):
            before = [each for each in outer.body if each.lineno < read.lineno and isinstance(each, ast.Assign)]
            if names_in(read.value) & names_in(*(target for each in before for target in each.targets)):
                return True
            counted = names_in(outer.target) if isinstance(outer, ast.For) else set()
            walked = counted | {each.name for each in places(document, outer)} | _added_to(document, outer)
            changed = names_in(read.slice) & stored_among(ast.walk(outer))
            if changed and changed <= walked and not _is_made(read.value, walk):
                return True
    return False


def _added_to(document: Document, loop: ast.For | ast.While) -> set[str]:
    """Give the names to which a loop adds in each of its turns, wherever it reads them."""
    found = (augmented(each) for each in loop.body)
    return {each.target.id for each in found if each is not None and isinstance(each.target, ast.Name)}


def _is_shown(script: Script, walk: _Walk, array: ast.expr) -> bool:
    """Say whether what is read of an array at a place reaches no step: a condition reads it behind those of the turn.

    It gets a name that each turn gives something else first.
    """
    document, loop = walk.at.document, walk.at.node
    statement = document.statement(array)
    around = [each for each in document.ancestors(statement) if document.contains(loop, each) and each is not loop]
    test = next((each for each in reversed(around) if isinstance(each, ast.If)), None)
    if test is None or test not in getattr(loop, "body", ()) or not isinstance(statement, ast.Assign):
        return False
    names = {each.id for target in statement.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    before = loop.body[: loop.body.index(test)]
    behind = loop.body[loop.body.index(test) :]
    steps = {step.node for training in script.trainings for step in training.step_calls}
    if not steps.isdisjoint(each for part in behind for each in reached(script, part)):
        return False
    plain = all(isinstance(each, ast.Name) for each in statement.targets)
    outside = names_in(*(part for part in (*before, *behind) if part is not test))
    return plain and all(name not in outside or _is_renewed_first(before, name) for name in names)


def _is_renewed_first(block: Sequence[ast.stmt], name: str) -> bool:
    """Say whether the first statement of a block that has a name gives it a value, of other names."""
    first = next((each for each in block if name in names_in(each) | stored_among(ast.walk(each))), None)
    return isinstance(first, ast.Assign) and name in stored_among(ast.walk(first)) and name not in names_in(first.value)


def _begins_anywhere(script: Script, place: LoopAt) -> bool:
    """Say whether a loop over positions begins at one that a loop around it goes on from: not at that in a part of the samples."""
    if not isinstance(place.node, ast.For):
        return False
    calls = [call for each in ast.walk(place.node.iter) if (call := script.call(each)) is not None]
    starts = [call.node.args[0] for call in calls if len(call.node.args) > 1 and is_range(script, call)]
    around = (each.node for each in loops_around(place.document, place.node))
    renewed = {name for loop in around if loop is not place.node for name in stored_among(ast.walk(loop))}
    return any(names_in(each) & renewed for each in starts)


def _is_of_batch(walk: _Walk, read: ast.Subscript) -> bool:
    """Say whether a read takes a sample of a batch that is as long as it may be: an inner loop counts what it makes."""
    within = (each for each in walk.at.document.ancestors(read) if walk.at.document.contains(walk.at.node, each))
    loops = (each for each in within if isinstance(each, ast.For) and each is not walk.at.node)
    counted = next((each for each in loops if names_in(each.target) & names_in(read.slice)), None)
    return counted is not None and bool(names_in(counted.iter) & walk.assigned)


def _slice(script: Script, walk: _Walk, node: ast.expr) -> ast.Slice | None:
    """Give the slice that a call of `slice` makes, itself or where the loop gives it a name: `x[slice(start, end)]`."""
    if isinstance(node, ast.Name):
        given = _assigned_values(script, walk.at).get(node.id, [])
        node = given[0] if len(given) == 1 else node
    match node:
        case ast.Call(args=[lower, upper], keywords=[]) if _calls_slice(script, node):
            return ast.Slice(lower, upper, None)
    return None


def _calls_slice(script: Script, node: ast.Call) -> bool:
    call = script.call(node)
    return call is not None and call.names == {"builtins.slice"}


def _up_to_place(walk: _Walk, read: ast.Subscript, part: ast.Slice) -> ast.Slice:
    """Give a slice that ends at a place, for one up to the end where a condition has found that the place has passed it."""
    inner: ast.AST = read
    for outer in walk.at.document.ancestors(read):
        if outer is walk.at.node or part.upper is not None:
            break
        if isinstance(outer, ast.If):
            passed = passing(outer.test, inner in outer.body, walk.assigned)
            return ast.Slice(part.lower, passed[0], None) if passed is not None else part
        inner = outer
    return part


def _is_made(value: ast.expr, walk: _Walk) -> bool:
    """Say whether a loop makes what it slices itself, or slices it by labels, which a part of it need not have."""
    return bool(names_in(value) & walk.assigned) or (isinstance(value, ast.Attribute) and value.attr in _BY_LABEL)


@dataclass(frozen=True)
class _Walk:
    """How a loop walks: what its counter and each of its places goes on by in a turn, None where that is not told.

    `assigned` are the names that it changes, `walked` the places that it adds to, and `anew` the reads of its counter
    where something in the loop gives that name a meaning of its own. `ends` are the places of ends that are set back to the
    length by a condition.
    """

    at: LoopAt
    steps: Mapping[str, ast.expr | None]
    assigned: frozenset[str]
    walked: Mapping[str, Place]
    anew: frozenset[ast.Name]
    ends: Mapping[str, ast.expr]

    @property
    def is_stepped(self) -> bool:
        """Whether it goes from position to position, and not from turn to turn."""
        return any(step is not None for step in self.steps.values())

    def names(self, node: ast.AST) -> set[str]:
        """Give the names in a node, another one for the counter where it is not the loop's."""
        return {self.name(each) for each in ast.walk(node) if isinstance(each, ast.Name)}

    def has_clamp(self, value: ast.expr) -> bool:
        """Say whether a value holds the lesser of a place and an end."""
        return any(lesser(node, self.assigned) for node in ast.walk(value) if isinstance(node, ast.expr))

    def name(self, node: ast.Name) -> str:
        """Give a name, another one for the counter where it is not the loop's."""
        return f"{node.id}'" if node in self.anew else node.id


def _walk(script: Script, at: LoopAt) -> _Walk:
    """Tell how a loop walks; without steps where it has no counter, or is left at a place that it may step over."""
    walked = {each.name: each for each in places(at.document, at.node)}
    steps: dict[str, ast.expr | None] = {}
    if isinstance(at.node, ast.For):
        calls = [each for each in ast.walk(at.node.iter) if isinstance(each, ast.Call)]
        given = [each.args[-1] for each in calls if len(each.args) == _STEPPED]
        steps = {name: given[0] if given else None for name in names_in(at.node.target)}
    steps |= {name: each.step for name, each in walked.items()}
    met = any(_is_met(script, at, node) for node in _loads(at) if node.id in walked)
    anew = _bound_anew(at)
    assigned = {*stored_among(ast.walk(at.node)), *(f"{each.id}'" for each in anew)}
    return _Walk(at, {} if met else steps, frozenset(assigned), walked, anew, clamped_ends(at.document, at.node))


def _bound_anew(at: LoopAt) -> frozenset[ast.Name]:
    """Give the reads of a loop's counters where they are not the loop's."""
    counters = names_in(at.node.target) if isinstance(at.node, ast.For) else ()
    return bound_anew(at.document, at.node, counters)


def _is_met(script: Script, at: LoopAt, node: ast.Name) -> bool:
    """Say whether a place is compared with one that it must come to exactly, as it need not in a part of the samples."""
    around = at.document.ancestors(node)
    test = next((each for each in around if not isinstance(each, ast.BinOp)), None)
    return (
        isinstance(test, ast.Compare)
        and any(isinstance(each, ast.Eq | ast.NotEq) for each in test.ops)
        and not any(remainder(script, each) for each in ast.walk(test))
    )


def _go_together(script: Script, walk: _Walk, slices: Sequence[ast.Slice]) -> bool:
    """Say whether slices take the same samples in each turn, a step of the loop from its place on, none of them twice.

    Where they begin is told by the counter, or by places that begin at zero: what is left out at the beginning, or is a
    sample later than another, stands in the part of another process.
    """
    given = _assigned_values(script, walk.at)
    values = {name: each[0] for name, each in given.items() if len(each) == 1} | dict(walk.ends)
    written = [_written(part, values, walk) for part in slices]
    if len({ast.dump(lower) for lower, _ in written}) > 1:
        return False
    return all(_is_whole(script, walk, lower, upper) for lower, upper in written)


def _written(part: ast.Slice, values: Mapping[str, ast.expr], walk: _Walk) -> tuple[ast.expr, ast.expr | None]:
    """Give the ends of a slice with the arithmetic that stands for the names in them."""
    between = {
        name: value for name, value in values.items() if name not in walk.steps and names_in(value) & walk.assigned
    }
    lower = _written_out(part.lower or ast.Constant(0), between, walk)
    return lower, _written_out(part.upper, between, walk) if part.upper is not None else None


def _written_out(node: ast.expr, values: Mapping[str, ast.expr], walk: _Walk) -> ast.expr:
    match unclamped(node, walk.assigned):
        case ast.Name(name) if name in values:
            others = {other: value for other, value in values.items() if other != name}
            return _written_out(values[name], others, walk)
        case ast.BinOp(left, operator, right):
            return ast.BinOp(_written_out(left, values, walk), operator, _written_out(right, values, walk))
        case plain:
            return plain


def _is_whole(script: Script, walk: _Walk, lower: ast.expr, upper: ast.expr | None) -> bool:
    """Say whether a slice that begins at a place ends with the step; of one that begins elsewhere nothing is known."""
    if not all(walk.walked[name].starts for name in names_in(lower) & walk.walked.keys()):
        return False
    step = walk.steps.get(lower.id) if isinstance(lower, ast.Name) else None
    if step is None:
        return isinstance(lower, ast.Name) or not _is_long(script, walk, lower)
    match upper:
        case ast.BinOp(left, ast.Add(), right):
            widths = [width for begin, width in ((left, right), (right, left)) if same(begin, lower)]
            return any(_is_as_long(script, walk, width, step) for width in widths)
        case ast.Name(name) if name in walk.walked:
            end = walk.walked[name]
            return same(end.step, step) and is_ahead(end.first, ast.unparse(lower), step)
        case ast.Name(name):
            return name in walk.steps
    return False


def _is_long(script: Script, walk: _Walk, lower: ast.expr) -> bool:
    """Say whether arithmetic begins a slice beside a place that goes on by more than one."""
    return any(script.constants(walk.walked[name].step) != {1} for name in names_in(lower) & walk.walked.keys())


def _is_as_long(script: Script, walk: _Walk, width: ast.expr, step: ast.expr) -> bool:
    """Say whether two numbers are one."""
    if same(width, step):
        return True
    constants = script.constants(width)
    if len(constants) == 1 and constants == script.constants(step):
        return True
    bound = [script.slices.bound(walk.at.document, each) or each for each in (width, step)]
    return same(*bound)


def read_in_part(script: Script, work: Work) -> Iterator[ast.expr]:
    """Yield what the loop of a work without feeds reads a part of in each turn, by its counter, or gets from a call."""
    if work.loop is None or work.feeds:
        return
    yield from arrays(script, work.loop)
    yield from reading(script, work.loop, work.steps)
    for count in work.counts:
        yield from (read.value for read in turns(script, work.loop, count, ()).reads)


def _are_alternatives(place: LoopAt, nodes: list[ast.expr]) -> bool:
    """Say whether a turn reads one array or another: each has a length of its own, and may be there only where it is read."""
    for branch in place.document.within(place.node, ast.If):
        assert isinstance(branch, ast.If)
        body, other = (_read_in(block, nodes) for block in (branch.body, branch.orelse))
        if body and other and body != other:
            return True
    return False


def _read_in(block: list[ast.stmt], nodes: Sequence[ast.expr]) -> set[str]:
    """Give those of some arrays that stand in a block, as they are written."""
    inside = set(ast.walk(ast.Module(block, [])))
    return {ast.unparse(node) for node in nodes if node in inside}


def left_over(script: Script, place: LoopAt, found: Turns) -> ast.Subscript | None:
    """Give what a loop reads at its turn and up to the end, in its last turn, say: there is what other processes read, too."""
    names = {node.id for node in found.counters}
    values = _assigned_values(script, place)
    for read in found.reads:
        part = read.slice.elts[0] if isinstance(read.slice, ast.Tuple) else read.slice
        if not isinstance(part, ast.Slice) or part.lower is None or _is_cut(place.document, read):
            continue
        if names.isdisjoint(names_in(part.lower)) and not names_in(part.lower) & values.keys():
            continue
        if not _ends_by(place.document, part.upper, names, values):
            return read
    return None


def _is_cut(document: Document, read: ast.Subscript) -> bool:
    """Say whether a part of what a subscript gives is taken at once: `x[start:][:batch]`."""
    outer = document.parent(read)
    return isinstance(outer, ast.Subscript) and outer.value is read


def _ends_by(
    document: Document, upper: ast.expr | None, counters: Set[str], values: Mapping[str, list[ast.expr]]
) -> bool:
    """Say whether the end of a slice is computed from a counter, and no turn is told by that which has another one.

    An end behind the last sample may be set back to that: what it is compared with is the end.
    """
    match upper:
        case None:
            return False
        case ast.IfExp(test, body, orelse) if names_in(test) & counters:
            return all(_ends_by(document, each, counters, values) for each in (body, orelse))
        case ast.Name(name) if name in values and name not in counters:
            others = {other: given for other, given in values.items() if other != name}
            return all(
                _ends_by(document, each, counters, others)
                for each in values[name]
                if isinstance(each, ast.IfExp) or _is_of_turn(document, each, counters)
            )
    return bool(names_in(upper) & (counters | values.keys()))


def _is_of_turn(document: Document, node: ast.expr, counters: Set[str]) -> bool:
    """Say whether a condition on a counter decides that a value is taken."""
    outer = (each for each in document.ancestors(node) if isinstance(each, ast.If))
    return any(names_in(each.test) & counters for each in outer)


def _gives_samples(script: Script, read: ast.Subscript) -> bool:
    """Say whether an item is a sample, or a batch of them: of an array, of an object that gives its items, or of batches."""
    return (
        bool(script.instances(read.value, "array")) or any(item_methods(script, read.value)) or _is_batch(script, read)
    )


def _is_batch(script: Script, item: ast.expr) -> bool:
    """Say whether an item of a list may be an array, or several that belong together."""
    given = script.values(item)
    parts = {part for each in given if isinstance(each, Container) for part in script.elements(each)}
    return any(script.role_of(each) == "array" for each in {*given, *parts})


def item_methods(script: Script, value: ast.expr) -> Iterator[ast.AST]:
    """Yield the methods by which the project's objects give their items that a value may stand for."""
    for each in ordered(script.values(value)):
        if isinstance(each, Instance) and isinstance(each.of, Class):
            yield from methods_of(script, each.of, ("__getitem__",))


def _is_sliced(read: ast.Subscript) -> bool:
    """Say whether a subscript takes a slice, along one axis or several, as `x[start:end, :]` does."""
    parts = read.slice.elts if isinstance(read.slice, ast.Tuple) else [read.slice]
    return any(isinstance(part, ast.Slice) for part in parts)


def _along_first_axis(read: ast.Subscript, assigned: Set[str]) -> ast.expr:
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
    return {*slices, *(node for node in _loads(place) if node.id in names)}


def _derived(walk: _Walk) -> set[str]:
    """Give the names that a loop computes by arithmetic alone from its counter, or from its places."""
    found = set(walk.steps)
    before = -1
    while len(found) != before:
        before = len(found)
        for statement in walk.at.document.within(walk.at.node, ast.Assign):
            match statement:
                case ast.Assign([ast.Name(name)], value) if name not in found and _is_arithmetic(walk, value, found):
                    found.add(name)
    return found


def _is_arithmetic(walk: _Walk, value: ast.expr, derived: Set[str]) -> bool:
    return bool(walk.names(value) & derived) and not _other_parts(walk, value, derived)


def _other_parts(walk: _Walk, value: ast.expr, derived: Set[str]) -> bool:
    """Say whether an expression holds more than arithmetic on derived names and on those that the loop leaves alone.

    The end of a slice may be clamped by a length, as in `min(i + batch, len(x))`.
    """
    passed = set(_beside_places(value, walk.assigned))
    for node in ast.walk(value):
        match node:
            case _ if node in passed:
                continue
            case ast.Name() if walk.name(node) in walk.assigned and walk.name(node) not in derived:
                return True
            case ast.Subscript() if is_named_item(node):
                continue
            case ast.BinOp(op=ast.Mod() | ast.Div() | ast.Pow()) | ast.Call() | ast.Subscript():
                return True
    return False


def _beside_places(value: ast.expr, changed: Set[str]) -> Iterator[ast.AST]:
    """Yield the nodes of what clamps places by ends, but for those of the places."""
    for node in ast.walk(value):
        found = lesser(node, changed) if isinstance(node, ast.expr) else None
        if found is not None:
            place = set(ast.walk(found[0]))
            yield from (each for each in ast.walk(node) if each not in place)


def _clamped(script: Script, walk: _Walk) -> set[str]:
    """Give the names of clamped ends that are used in another way than to slice: as the size of a batch, say.

    A place that the loop goes on to may be one.
    """
    place = walk.at
    parts = [node.slice for node in ast.walk(place.node) if isinstance(node, ast.Subscript)]
    given = _assigned_values(script, place)
    clamping = [value for name in walk.ends for value in given.get(name, ())]
    passed = {
        part for node in (*parts, *clamping, *(each.by for each in walk.walked.values())) for part in ast.walk(node)
    }
    names = {name for name, values in given.items() if any(map(walk.has_clamp, values))}
    return {node.id for node in _loads(place) if node.id in names and node not in passed}


def _set_anew(script: Script, walk: _Walk, derived: set[str]) -> set[str]:
    """Give the names that stand for a place by the counter and are given another one, as `start = len(x) - batch` does.

    The end of a slice may be: a slice ends with what it is taken of.
    """
    place = walk.at
    given = _assigned_values(script, place)
    names = {
        name
        for name in (derived - walk.walked.keys()) & given.keys()
        if not all(_is_arithmetic(walk, value, derived) or walk.has_clamp(value) for value in given[name])
    }
    ends = {node.upper for node in place.document.within(place.node) if isinstance(node, ast.Slice)}
    going_on = {node for each in walk.walked.values() for node in ast.walk(each.by)}
    return {
        node.id
        for node in _loads(place)
        if node.id in names and node not in ends | going_on and not isinstance(place.document.parent(node), ast.Compare)
    }


@dataclass(frozen=True)
class Turns:
    """What a loop takes by its turn.

    `reads` are the subscripts, `counters` the uses of the counter that say where they read, and what calls are given;
    none where the counter of a turn can't be told from other uses of it. `stepped` says that a turn goes on by more than
    one, or by hand.
    """

    reads: tuple[ast.Subscript, ...]
    counters: tuple[ast.Name, ...]
    stepped: bool = False

    @property
    def items(self) -> tuple[ast.Subscript, ...]:
        """The reads of one item by the counter, which need not be a sample."""
        return tuple(
            read
            for read in self.reads
            if not isinstance(read.slice, ast.Slice) and any(node in self.counters for node in ast.walk(read.slice))
        )

    def taken(self, calls: Sequence[ast.Call]) -> Iterator[ast.expr]:
        """Yield what the loop takes parts of itself, and what calls give it."""
        yield from (read.value for read in self.reads)
        yield from calls


def turns(script: Script, place: LoopAt, count: Count, calls: Sequence[ast.Call]) -> Turns:
    """Give what a loop reads at places that it computes from its counter, in whatever way, itself or by some calls.

    Or from what it counts beside that, from zero.
    """
    first = _turns_by(script, place, count, calls, _counter(script, place, count))
    along = [_turns_by(script, place, count, calls, name) for name in _counted_along(place, count)]
    found = [each for each in (first, *along) if each.counters]
    if not found:
        return first
    reads, counters = (dict.fromkeys(chain.from_iterable(parts)) for parts in zip(*map(_parts_of, found), strict=True))
    return Turns(tuple(reads), tuple(counters))


def _parts_of(turned: Turns) -> tuple[tuple[ast.Subscript, ...], tuple[ast.Name, ...]]:
    return turned.reads, turned.counters


def left_behind(script: Script, place: LoopAt, turned: Turns, used: Set[ast.AST]) -> ast.Subscript | None:
    """Give what a loop reads for its steps at a place that it counts on by itself, where its turns are read otherwise.

    It would go with other samples.
    """
    counted, known = _counted(place) & _begun(place), {*turned.reads, *read_for_rates(script)}
    for node in place.document.within(place.node, ast.Subscript):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Load)
            and node in used
            and node not in known
            and names_in(node.slice) & counted
            and not is_mapping(script, node.value)
        ):
            return node
    return None


def _turns_by(script: Script, place: LoopAt, count: Count, calls: Sequence[ast.Call], name: str) -> Turns:
    """Give what a loop reads at places that it computes from a name that has the number of the turn."""
    values = _assigned_values(script, place) | _listed_places(script, place)
    if name in {each.name for each in places(place.document, place.node)}:
        values.pop(name, None)  # one more, at the end of each turn
    anew = _bound_anew(place)
    reached = _reached(values, {name} if name else _counted(place) | told_numbers(script, place), anew)
    filled = _filled(place)
    reads = tuple(
        node
        for node in ast.walk(place.node)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and node not in read_for_rates(script)
        and ast.unparse(node.value) not in filled
        and not is_mapping(script, node.value)
        and _names_but(node.slice, anew) & reached
    )
    if not any(_is_sliced(node) or _gives_samples(script, node) for node in reads):
        reads = ()  # numbers may stand in a list as well
    counting = (each for each in count.document.ancestors(count.node) if isinstance(each, ast.Call))
    strides = any(len(each.args) == _STEPPED and count.node in ast.walk(each.args[1]) for each in counting)
    if not name or name in values or strides or place.document is not count.document:
        return Turns(reads, (), strides or isinstance(place.node, ast.While))
    given = (each for call in calls for each in (*call.args, *(keyword.value for keyword in call.keywords)))
    parts = [*(read.slice for read in reads), *(each for each in given if _names_but(each, anew) & reached)]
    between = {each: values[each] for each in values if each in reached}
    uses = _uses(script, place, name, _Places((*reads, *calls), parts, between))
    return Turns(reads, tuple(node for node in uses if node not in anew))


def _counter(script: Script, place: LoopAt, count: Count) -> str:
    """Give the name that has the number of the turn: that of a `for`, or what a `while` counts from zero up to a number.

    Beside other names of a `for` it is what an `enumerate` counts from zero, as the range does that this goes through.
    """
    match place.node:
        case ast.For(ast.Name(name)):
            return name
        case ast.For(ast.Tuple([ast.Name(name), _]), ast.Call(args=[_], keywords=[])) if count.start is None:
            return name if told_numbers(script, place) == {name} else ""
        case ast.While(ast.Compare(ast.Name(name), [ast.Lt()], [end])) if end is count.node:
            walked = (each for each in places(place.document, place.node) if each.name == name and each.starts)
            return next((name for each in walked if same(each.step, ast.Constant(1))), "")
    return ""


def _counted_along(place: LoopAt, count: Count) -> Iterator[str]:
    """Yield what a `for` over numbers from zero counts beside its own counter: one more in each turn, from zero, too."""
    if isinstance(place.node, ast.For) and count.start is None:
        for each in places(place.document, place.node):
            if each.starts and same(each.step, ast.Constant(1)) and each.name in _begun(place):
                yield each.name


def _begun(place: LoopAt) -> set[str]:
    """Give the names that stand above a loop in its block: what counts on from an earlier loop is the step of a training."""
    block = place.document.block(place.node)
    before = block[: block.index(place.node)] if place.node in block else []
    return names_in(*(target for each in before if isinstance(each, ast.Assign) for target in each.targets))


def turn_edits(script: Script, document: Document, count: Count, counters: tuple[ast.Name, ...]) -> tuple[Edit, ...]:
    """Give the edits that let each process read at every `size`-th turn of the whole loop."""
    hvd = horovod(script, document)
    mine = f" * {hvd.text}.size() + {hvd.text}.rank()"
    start = document.segment(count.start) if count.start is not None else "0"
    before, after = ("", mine) if start == "0" else ("(", f" - {start}){mine} + {start}")
    edits = [edit for node in counters for edit in layout.wrap(document, node, before, after)]
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))


def gathering(place: LoopAt, entries: Sequence[Call]) -> ast.Compare | None:
    """Give the condition under which a loop trains on a batch that it has gathered beyond its own turns.

    It counts the samples, from a turn of the loop around it to the next, or up to a number that it changes itself.
    """
    trained = {call.node for call in entries}
    inner = place.document.within(place.node)
    counted, assigned = _counted(place), stored_among(inner)
    around = next(
        (each for each in place.document.ancestors(place.node) if isinstance(each, ast.For | ast.While)), None
    )
    begun = stored_among(set(place.document.within(around)) - set(inner)) if around is not None else counted
    for branch in place.document.within(place.node, ast.If):
        assert isinstance(branch, ast.If)
        body = {node for statement in branch.body for node in ast.walk(statement)}
        for test in ast.walk(branch.test) if not trained.isdisjoint(body) else ():
            if isinstance(test, ast.Compare) and names_in(test) & counted and not _is_of_remainder(test):
                numbers = names_in(test) - counted
                if numbers & assigned or names_in(test) & counted - begun:
                    return test
    return None


def carried(place: LoopAt, used: Set[ast.AST]) -> ast.Subscript | None:
    """Give what a loop uses of an array that it fills by its counter, at another place: an earlier turn has put it there."""
    counting = _counted(place) | (names_in(place.node.target) if isinstance(place.node, ast.For) else set())
    by_counter = [
        node
        for node in place.document.within(place.node, ast.Subscript)
        if isinstance(node, ast.Subscript) and names_in(node.slice) & counting
    ]
    filled = {_of_item(node) for node in by_counter if isinstance(node.ctx, ast.Store)}
    arrays = {array for array, _ in filled}
    for node in by_counter:
        if (
            isinstance(node.ctx, ast.Load)
            and node in used
            and _of_item(node)[0] in arrays
            and _of_item(node) not in filled
        ):
            return node
    return None


def _of_item(node: ast.Subscript) -> tuple[str, str]:
    """Give the array and the place of an item, as they are written."""
    return ast.unparse(node.value), ast.unparse(node.slice)


def _is_of_remainder(test: ast.Compare) -> bool:
    return any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mod) for each in ast.walk(test))


def _filled(place: LoopAt) -> set[str]:
    """Give what a loop fills by index, as it is written: what it reads of that, it has put there itself."""
    return {
        ast.unparse(node.value)
        for node in place.document.within(place.node, ast.Subscript)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    }


def _counted(place: LoopAt) -> set[str]:
    """Give the names that a loop adds to."""
    return {
        renewed.target.id
        for node in place.document.within(place.node, ast.Assign, ast.AugAssign)
        if (renewed := augmented(node)) is not None and isinstance(renewed.target, ast.Name)
    }


def _assigned_values(script: Script, place: LoopAt) -> dict[str, list[ast.expr]]:
    """Give what the body of a loop assigns to each name."""
    return script.def_use.values_in(place.document, place.node.body)


def _listed_places(script: Script, place: LoopAt) -> dict[str, list[ast.expr]]:
    """Give what a loop puts into its lists from inner loops over numbers: the places of samples, and not samples."""
    found: dict[str, list[ast.expr]] = {}
    for inner in place.document.within(place.node, ast.For):
        match inner:
            case ast.For(ast.Name(number), numbers) if inner is not place.node and any(
                ranges(script, each) for _, each in iterated(script, place.document, numbers)
            ):
                for node in place.document.within(inner, ast.Call):
                    for filling, value in filled(node):
                        if isinstance(filling, ast.Name) and number in names_in(value) and _is_number(value):
                            found.setdefault(filling.id, []).append(value)
                            found[number] = [numbers]
    return found


def _is_number(value: ast.expr) -> bool:
    """Say whether what is computed by a number is one itself: it is no part of anything, and no call's but of plain ones."""
    match value:
        case ast.Call(ast.Name("len" | "int" | "min" | "max")):
            return True
        case ast.Call() | ast.Subscript():
            return False
    return all(_is_number(each) for each in ast.iter_child_nodes(value) if isinstance(each, ast.expr))


def _reached(values: dict[str, list[ast.expr]], counters: set[str], anew: frozenset[ast.Name]) -> set[str]:
    """Give the names whose values depend on the counters, read at other places than `anew`, and the counters."""
    found = set(counters)
    for _ in values:
        found |= {name for name, given in values.items() if any(_names_but(value, anew) & found for value in given)}
    return found


def _names_but(node: ast.AST, without: frozenset[ast.Name]) -> set[str]:
    """Give the names from which a node is computed; what they are compared with chooses, and is no place of a sample."""
    return {each.id for each in _computing(node) if isinstance(each, ast.Name) and each not in without}


def _computing(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes in a node, but for those of comparisons."""
    if not isinstance(node, ast.Compare):
        yield node
        for each in ast.iter_child_nodes(node):
            yield from _computing(each)


@dataclass(frozen=True)
class _Places:
    """What reads by a turn, the parts of that which say where, and what the names between them and the counter are given."""

    reads: Sequence[ast.expr]
    parts: Sequence[ast.expr]
    values: Mapping[str, list[ast.expr]]


def _uses(script: Script, place: LoopAt, name: str, said: _Places) -> tuple[ast.Name, ...]:
    """Give the uses of a counter by which places are said; none where a name between them has another use as well."""
    reads, parts, values = said.reads, said.parts, said.values
    document = place.document
    wanted: dict[ast.AST, None] = dict.fromkeys(parts)
    between: set[str] = set()
    pending = list(parts)
    while pending:
        for other in (names_in(pending.pop()) & values.keys()) - between:
            if any(node in reads for each in values[other] for node in ast.walk(each)):
                continue
            between.add(other)
            wanted |= dict.fromkeys(values[other])
            pending += values[other]
    inside = {id(node) for part in wanted for node in _computing(part)}
    around = document.within(document.scope(place.node), ast.Name) if between else ()
    named = (node for node in around if _is_load(node) and node.id in between and id(node) not in inside)
    scope = script.scope(document, place.node)
    if any(script.scope(document, node).home(node.id) is scope.home(node.id) for node in named):
        return ()
    return tuple(node for node in _loads(place) if node.id == name and id(node) in inside)


def _loads(place: LoopAt) -> Iterator[ast.Name]:
    return filter(_is_load, place.document.within(place.node, ast.Name))


def _is_load(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
