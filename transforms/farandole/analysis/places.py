"""Places by which a loop walks through samples: names that go on by the same step at the end of each turn."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from farandole.analysis.nodes import Loop, is_named_item
from farandole.analysis.scopes import Comprehension, FunctionNode, parameters
from farandole.source import Document
from farandole.source.binding import names_in

_ARITHMETIC = ast.Name | ast.Attribute | ast.Constant | ast.BinOp | ast.operator | ast.expr_context


@dataclass(frozen=True)
class Place:
    """A name by which a loop walks: `first` before the first turn, and `step` more after each, by a statement."""

    name: str
    first: ast.expr
    step: ast.expr
    by: ast.stmt

    @property
    def starts(self) -> bool:
        """Whether it begins at zero."""
        return isinstance(self.first, ast.Constant) and self.first.value == 0


@dataclass(frozen=True)
class _Advance:
    """What a statement makes of a name at the end of a turn."""

    name: str
    value: ast.expr
    by: ast.stmt
    number: int


def places(document: Document, loop: Loop) -> tuple[Place, ...]:
    """Give the names by which a loop walks, in the order of the text.

    Each has one statement that adds to it, which all turns come to and which no read follows, and it is not read again
    once the loop has ended. A name that is changed in another way, or may be, is none.
    """
    if loop.orelse:
        return ()
    ends = clamped_ends(document, loop)
    stored = Counter(node.id for node in _names(document, loop) if _is_bound(document, node))
    shared = {name for node in document.nodes(ast.Global, ast.Nonlocal) for name in node.names}
    once = {*(name for name, times in stored.items() if times == 1), *ends} - shared
    advances = [each for each in _advances(loop, ends) if each.name in once]
    found: dict[str, Place] = {}
    for _ in advances:
        for each in advances:
            step = _step(each, advances, found, stored.keys()) if each.name not in found else None
            first = _first(document, loop, each.name) if step is not None else None
            if step is not None and first is not None and not _is_read_late(document, loop, each):
                found[each.name] = Place(each.name, first, step, each.by)
    return tuple(found[each.name] for each in advances if each.name in found)


def _advances(loop: Loop, ends: Mapping[str, ast.expr]) -> Iterator[_Advance]:
    """Yield what the statements of a loop's own block make of names, but for those in branches and loops inside.

    Of branches, those count that choose between a place and an end. What a turn may pass over by a `continue` is none.
    """
    for number, statement in enumerate(loop.body):
        if any(_continues([statement])):
            return
        match statement:
            case ast.If(body=[ast.Assign([ast.Name(name)])]) if name in ends:
                yield _Advance(name, ends[name], statement, number)
            case ast.AugAssign(ast.Name(name), ast.Add(), value):
                added = ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), value)
                yield _Advance(name, added, statement, number)
            case ast.Assign():
                for target, value in _pairs(statement):
                    if isinstance(target, ast.Name):
                        yield _Advance(target.id, value, statement, number)


def _pairs(statement: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the targets of an assignment with what each is given, those of a tuple one by one."""
    match statement:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            yield from zip(targets, values, strict=True)
        case _:
            yield from ((target, statement.value) for target in statement.targets)


def _step(
    advance: _Advance, advances: Sequence[_Advance], found: Mapping[str, Place], stored: Set[str]
) -> ast.expr | None:
    """Give what is added to a name in each turn: the same in all; None where that is not so, or not known."""
    match advance.value:
        case ast.Name(other) if other in found:
            number = next(each.number for each in advances if each.name == other)
            leads = is_ahead(found[other].first, advance.name, found[other].step) and number >= advance.number
            return found[other].step if leads else None
        case ast.Name(other):
            made = next((each for each in advances if each.name == other and each.number < advance.number), None)
            return _added(made.value, advance.name, stored) if made is not None else None
    return _added(advance.value, advance.name, stored)


def is_ahead(first: ast.expr, name: str, step: ast.expr) -> bool:
    """Say whether what a place begins with is a step more than where another, `name`, begins, which is zero."""
    return same(first, step) or same(first, ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), step))


def _added(value: ast.expr, name: str, stored: Set[str]) -> ast.expr | None:
    """Give `step` in `name + step`, or in the lesser of that and an end that the loop leaves as it is."""
    match unclamped(value, stored):
        case ast.BinOp(ast.Name(left), ast.Add(), step) if left == name and _is_fixed(step, stored):
            return step
        case ast.BinOp(step, ast.Add(), ast.Name(right)) if right == name and _is_fixed(step, stored):
            return step
    return None


def unclamped(value: ast.expr, changed: Set[str]) -> ast.expr:
    """Give the place in the lesser of a place and an end, as `lesser` tells them; else the value."""
    found = lesser(value, changed)
    return found[0] if found is not None else value


def lesser(value: ast.expr, changed: Set[str]) -> tuple[ast.expr, ast.expr] | None:
    """Give the place, which reads what is `changed`, and the end of which a value is the lesser; None if it is none."""
    match value:
        case ast.Call(ast.Name("min" | "minimum") | ast.Attribute(attr="minimum"), [one, other], []):
            return _place_and_end(one, other, changed) or _place_and_end(other, one, changed)
        case ast.IfExp(test, body, orelse):
            return _chosen(test, body, orelse, changed)
    return None


def _place_and_end(place: ast.expr, end: ast.expr, changed: Set[str]) -> tuple[ast.expr, ast.expr] | None:
    return (place, end) if names_in(place) & changed and not names_in(end) & changed else None


def _chosen(test: ast.expr, body: ast.expr, orelse: ast.expr, changed: Set[str]) -> tuple[ast.expr, ast.expr] | None:
    """Give the place and the end between which a condition chooses: the end where the place has passed it."""
    for met, beyond, before in ((True, body, orelse), (False, orelse, body)):
        passed = passing(test, met, changed)
        if passed is not None and same(before, passed[0]) and same(beyond, passed[1]):
            return passed
    return None


def passing(test: ast.expr, met: bool, changed: Set[str]) -> tuple[ast.expr, ast.expr] | None:
    """Give a place and the end that it has passed, or come to, where a condition is `met` or not; else None."""
    match test:
        case ast.Compare(left, [ast.Gt() | ast.GtE()], [right]):
            return _place_and_end(left, right, changed) if met else _place_and_end(right, left, changed)
        case ast.Compare(left, [ast.Lt() | ast.LtE()], [right]):
            return _place_and_end(right, left, changed) if met else _place_and_end(left, right, changed)
    return None


def clamped_ends(document: Document, loop: Loop) -> Mapping[str, ast.expr]:
    """Give the names that a loop sets to a place, or by a second statement to an end before it, with the place.

    That is `if end > length: end = length` or `end = min(end, length)` behind `end = place`, or an `if` with an `else`
    that sets it to either.
    """
    stored = Counter(node.id for node in _names(document, loop) if _is_bound(document, node))
    found: dict[str, ast.expr] = {}
    for branch in document.within(loop, ast.If, ast.Assign):
        match branch:
            case ast.Assign([ast.Name(name)], value) if stored[name] == _TWICE:
                place, least = _given_before(document, branch, name), lesser(value, stored.keys())
                if place is not None and least is not None and _is_named(least[0], name, place):
                    found[name] = place
            case ast.If(test, [ast.Assign([ast.Name(name)], end)], []) if stored[name] == _TWICE:
                place = _given_before(document, branch, name)
                passed = passing(test, True, stored.keys())
                set_back = passed is not None and same(passed[1], end)
                if place is not None and passed is not None and set_back and _is_named(passed[0], name, place):
                    found[name] = place
            case ast.If(test, [ast.Assign([ast.Name(name)], one)], [ast.Assign([ast.Name(other)], two)]):
                chosen = _chosen(test, one, two, stored.keys()) if name == other and stored[name] == _TWICE else None
                if chosen is not None:
                    found[name] = chosen[0]
    return found


_TWICE = 2


def _given_before(document: Document, statement: ast.stmt, name: str) -> ast.expr | None:
    """Give what the statement before one gives a name."""
    block = document.block(statement)
    before = next(reversed(block[: block.index(statement)]), None)
    return _given(before, name) if before is not None else None


def _is_named(node: ast.expr, name: str, place: ast.expr) -> bool:
    """Say whether an expression is a place, or a name for it."""
    return (isinstance(node, ast.Name) and node.id == name) or same(node, place)


def same(one: ast.expr, other: ast.expr) -> bool:
    """Say whether two expressions are written alike."""
    return ast.dump(one) == ast.dump(other)


def width(part: ast.Slice) -> ast.expr | None:
    """Give how many elements a slice takes, where it is written: from a place to that many behind it."""
    match part.lower, part.upper:
        case ast.expr() as lower, ast.BinOp(one, ast.Add(), other):
            return other if same(one, lower) else one if same(other, lower) else None
        case ast.BinOp(one, ast.Mult(), other), ast.BinOp(first, ast.Mult(), second):
            turns = ((one, other, first, second), (other, one, second, first))
            return next((size for turn, size, end, last in turns if same(size, last) and _is_next(turn, end)), None)
    return None


def _is_next(turn: ast.expr, end: ast.expr) -> bool:
    match end:
        case ast.BinOp(one, ast.Add(), ast.Constant(1)) | ast.BinOp(ast.Constant(1), ast.Add(), one):
            return same(turn, one)
    return False


def _is_fixed(step: ast.expr, stored: Set[str]) -> bool:
    """Say whether a step is the same in all turns: a number, or arithmetic on names that the loop leaves alone."""
    plain = all(isinstance(each, _ARITHMETIC) or is_named_item(each) for each in ast.walk(step))
    return plain and not names_in(step) & stored


def _continues(block: Sequence[ast.AST]) -> Iterator[ast.Continue]:
    """Yield what goes on to the next turn of a loop, whose block is given."""
    for node in block:
        if isinstance(node, ast.Continue):
            yield node
        elif not isinstance(node, Loop | FunctionNode | ast.ClassDef | ast.expr):
            yield from _continues([*ast.iter_child_nodes(node)])


def _is_bound(document: Document, node: ast.Name) -> bool:
    """Say whether a name is given a value, or none, for more than a comprehension."""
    return not isinstance(node.ctx, ast.Load) and not _is_of_comprehension(document, node)


def _is_of_comprehension(document: Document, node: ast.Name) -> bool:
    return any(
        node.id in names_in(*(each.target for each in outer.generators))
        for outer in document.ancestors(node)
        if isinstance(outer, Comprehension)
    )


def _first(document: Document, loop: Loop, name: str) -> ast.expr | None:
    """Give what a name is when a loop is come to for the first time, by the assignment before it; None if unknown."""
    inner: ast.stmt = loop
    while True:
        block = document.block(inner)
        for before in reversed(block[: block.index(inner)]):
            given = _given(before, name)
            if given is not None or _binds(document, before, name):
                return given
        outer = document.parent(inner)
        if not isinstance(outer, ast.If | ast.With | Loop):
            return None
        if isinstance(outer, Loop) and _binds(document, outer, name, without=loop):
            return None
        inner = outer


def _given(statement: ast.stmt, name: str) -> ast.expr | None:
    """Give what a statement alone sets a name to, whatever it was before."""
    pairs = _pairs(statement) if isinstance(statement, ast.Assign) else ()
    given = [value for target, value in pairs if isinstance(target, ast.Name) and target.id == name]
    return given[0] if given and name not in names_in(given[0]) else None


def _binds(document: Document, statement: ast.stmt, name: str, without: Loop | None = None) -> bool:
    return any(
        node.id == name and _is_bound(document, node) and not (without is not None and document.contains(without, node))
        for node in _names(document, statement)
    )


def _names(document: Document, node: ast.AST) -> Iterator[ast.Name]:
    """Yield the names in a node, in the order of the text."""
    return (each for each in document.within(node, ast.Name) if isinstance(each, ast.Name))


def _is_read_late(document: Document, loop: Loop, advance: _Advance) -> bool:
    """Say whether a name may be read after it was added to, but to look at it: in the turn, or after the loop."""
    after = loop.body[advance.number + 1 :]
    scope = document.scope(loop)
    for node in document.names(advance.name):
        if not isinstance(node.ctx, ast.Load) or _is_of_comprehension(document, node):
            continue
        if document.scope(node) is not scope:
            late = _may_see(document, node, scope)
        elif document.contains(loop, node):
            late = any(document.contains(each, node) for each in after) and not _is_looked_at(document, node)
        else:
            late = _may_follow(document, node, loop) and not _is_looked_at(document, node)
        if late:
            return True
    return False


def _may_see(document: Document, node: ast.Name, scope: ast.AST) -> bool:
    """Say whether a function inside a scope may read a name of that: it has none of its own."""
    around = list(document.ancestors(node))
    functions = around[: around.index(scope)] if scope in around else []
    own = (each for each in functions if isinstance(each, FunctionNode))
    return bool(functions) and not any(_has(document, each, node.id) for each in own)


def _has(document: Document, function: FunctionNode, name: str) -> bool:
    given = any(each.arg == name for each in parameters(function))
    return given or (isinstance(function, ast.stmt) and _binds(document, function, name))


def _is_looked_at(document: Document, node: ast.Name) -> bool:
    """Say whether a name is only compared, or printed."""
    outer = document.parent(node)
    while isinstance(outer, ast.BinOp | ast.Tuple | ast.JoinedStr | ast.FormattedValue) or _is_called(outer, "int"):
        outer = document.parent(outer)
    return isinstance(outer, ast.Compare) or _is_called(outer, "print")


def _is_called(node: ast.AST | None, name: str) -> bool:
    """Say whether a node is a call of a function by its name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _may_follow(document: Document, node: ast.Name, loop: Loop) -> bool:
    """Say whether a read outside of a loop may see what that has made of a name: nothing has set it in between."""
    inner = document.statement(node)
    if isinstance(inner, Loop) and document.contains(inner, loop):
        return True
    while True:
        block = document.block(inner)
        for before in reversed(block[: block.index(inner)]):
            if _given(before, node.id) is not None:
                return False
            if document.contains(before, loop):
                return True
        outer = document.parent(inner)
        if isinstance(outer, ast.Module | FunctionNode | ast.ClassDef):
            return False
        if isinstance(outer, ast.For | ast.AsyncFor) and node.id in names_in(outer.target):
            return False
        if not isinstance(outer, ast.If | ast.With) and document.contains(outer, loop):
            return True
        inner = outer if isinstance(outer, ast.stmt) else document.statement(outer)
