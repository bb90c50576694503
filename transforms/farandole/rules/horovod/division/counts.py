"""Numbers of steps are divided by the number of processes, and never to zero."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from farandole.analysis.loops import Count, is_range
from farandole.analysis.nodes import Loop
from farandole.analysis.places import same
from farandole.analysis.points_to.values import Library
from farandole.frameworks.horovod.resumption import resumed_from
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.datasets import starts_initialised
from farandole.rules.horovod.division.means import converted
from farandole.rules.horovod.names import end_of_imports, horovod, library
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in
from farandole.source.layout.precedence import Precedence, precedence

_INFINITE = frozenset({"math.inf", "numpy.Inf", "numpy.PINF", "numpy.inf", "numpy.infty"})


def is_count(script: Script, node: ast.expr | None) -> bool:
    """Say whether an expression limits anything: not when it is None or negative, which stand for everything, or 0.

    Nor when it is infinite.
    """
    constants = script.constants(node)
    limits = {each for each in constants if isinstance(each, int | float) and not isinstance(each, bool) and each >= 1}
    negative = (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
    )
    return (
        node is not None
        and not negative
        and not is_infinite(script, node)
        and (not constants or bool(limits) or len(script.values(node)) > len(constants))
    )


def count_edits(script: Script, count: Count) -> tuple[Edit, ...]:
    """Give the edits that divide a count, where it is computed if means are taken by it or turns compared with it."""
    return edits_in_place(script, replace(count, node=computed(script, count) or count.node))


def edits_in_place(script: Script, count: Count) -> tuple[Edit, ...]:
    """Give the edits that divide a count where it stands."""
    document, node = count.document, count.node
    hvd = horovod(script, document)
    total = total_left_of(script, document, node)
    if total is not None:  # of what a run that goes on has done, each process has counted its own part
        edits = layout.wrap(document, total, "", f" // {hvd.text}.size()", ast.FloorDiv)
        return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))
    start = document.segment(count.start) if count.start is not None else ""
    counted = _after(script, count)
    by = f" // {hvd.text}.size())"
    constants = script.constants(node)
    none = any(map(_is_none, constants)) or _is_none_by_default(script, document, node)
    if isinstance(node, ast.Name | ast.Attribute) and none:
        edits = layout.wrap(document, node, f"{document.segment(node)} and max(1, ", by)
    elif isinstance(node, ast.Name | ast.Attribute) and (-1 in constants or _is_option_for_all(script, document, node)):
        name = document.segment(node)
        edits = layout.wrap(document, node, f"{name} if {name} < 0 else max(1, ", by)
    elif isinstance(node, ast.Name | ast.Attribute) and _may_be_infinite(script, document, node):
        name = document.segment(node)
        edits = layout.wrap(document, node, f'{name} if {name} == float("inf") else max(1, ', by)
    elif counted is not None and (least := _at_least_one(script, counted)) is not None:
        edits = layout.wrap(document, least, "", f" // {hvd.text}.size()", ast.FloorDiv)
    elif counted is not None and _is_rounded_up(script, document, counted):
        math = library(script, document, "math", "math")
        edits = (*math.edits, *layout.wrap(document, counted, f"max(1, {math.text}.ceil(", f"){by}"))
    elif counted is not None:
        edits = layout.wrap(document, counted, "max(1, ", by)
    elif count.start is not None and _goes_on(script, document, node, count.start):
        last = _before_addition(node)  # it goes on where it stopped
        edits = layout.wrap(document, last, "", f" // {hvd.text}.size()", ast.FloorDiv)
        for each in _taken_off(script, document, node, count.start):
            edits += layout.replace(document, each, f"{document.segment(each)} // {hvd.text}.size()")
    else:
        assert count.start is not None
        added, taken = (
            f"({start})" if precedence(count.start) < needed else start for needed in (Precedence.SUM, Precedence.TERM)
        )
        edits = layout.wrap(document, node, f"{added} + max(1, (", f" - {taken}){by}")
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *edits))


def _taken_off(script: Script, document: Document, end: ast.expr, start: ast.expr) -> Iterator[ast.expr]:
    """Yield the length of an epoch, by which a start is the turn in its own: `n` of `done - epoch * n` and `done % n`."""
    bound = script.slices.assignments(document, start) if isinstance(start, ast.Name) else ()
    for each in bound:
        match each.value:
            case ast.BinOp(_, ast.Sub(), ast.BinOp(left, ast.Mult(), right)) if each.document is document:
                yield from (factor for factor in (left, right) if same(factor, end))
            case ast.BinOp(_, ast.Mod(), length) if each.document is document and same(length, end):
                yield length


def _is_rounded_up(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a count may be a fraction of which what is begun is done: the steps of a `fit`, a limit not to be reached."""
    value = script.slices.bound(document, node)
    if value is None or not _is_fraction(value):
        return False
    match document.parent(node):
        case ast.keyword() | ast.Call():
            return True
        case ast.Compare(left, [operator], [_]):
            return isinstance(operator, ast.Gt | ast.LtE if left is node else ast.Lt | ast.GtE)
    return False


def _is_fraction(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(_, ast.Div(), _):
            return True
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            return _is_fraction(left) or _is_fraction(right)
    return False


def _at_least_one(script: Script, node: ast.expr) -> ast.expr | None:
    """Give what a number is, unless that is less than one: `n` of `max(1, n)`."""
    call = script.call(node)
    match node:
        case ast.Call(_, [ast.Constant(1), inner], []) | ast.Call(_, [inner, ast.Constant(1)], []):
            return inner if call is not None and call.names == {"builtins.max"} else None
    return None


def _before_addition(node: ast.expr) -> ast.expr:
    """Give `n` of `n + 1`, where a range ends whose last turn is the n-th; else the whole."""
    match node:
        case ast.BinOp(last, ast.Add(), ast.Constant(int())):
            return last
    return node


def total_left_of(script: Script, document: Document, node: ast.expr) -> ast.expr | None:
    """Give `n` where a number of steps is `n - done`, or the larger of that and 0: what a checkpoint leaves of a run."""
    match script.slices.bound(document, node):
        case ast.Call(ast.Name("max"), [inner, ast.Constant(0)]) | ast.Call(ast.Name("max"), [ast.Constant(0), inner]):
            return total_left_of(script, document, inner)
        case ast.BinOp(total, ast.Sub(), ast.Call(ast.Attribute(attr="numpy"), [], [])):
            return total
        case ast.BinOp(total, ast.Sub(), done) if resumed_from(script, document, done) is not None:
            return total
    return None


def _is_option_for_all(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a count comes from an option of the command line that is negative by default: it means all there are."""
    return isinstance((given := _option_default(script, document, node)), ast.UnaryOp) and isinstance(
        given.op, ast.USub
    )


def _is_none_by_default(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a call is given a count by an option of the command line that is None or 0 by default: there is none then."""
    given = _option_default(script, document, node)
    passed = isinstance(document.parent(node), ast.Call | ast.keyword)
    return passed and isinstance(given, ast.Constant) and _is_none(given.value)


def _is_none(number: object) -> bool:
    """Say whether a count is none at all, or zero."""
    return number is None or (number == 0 and not isinstance(number, bool))


def _may_be_infinite(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a count may be infinite, such as one from an option of the command line that is so by default.

    The end of a range of whole numbers can't be.
    """
    outer = script.call(document.parent(node))
    if outer is not None and is_range(script, outer):
        return False
    given = _option_default(script, document, node)
    values = [node, script.slices.bound(document, node), given]
    parts = [*(each for each in script.slices.of(document, node) if isinstance(each, ast.expr)), *filter(None, values)]
    return any(is_infinite(script, each) for each in parts)


def is_infinite(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is infinite: `float("inf")`, `np.inf`, or a name that is nothing else."""
    home = script.home(node)
    value = (script.slices.bound(home, node) if home is not None else None) or node
    call = script.call(value)
    match value:
        case ast.Call(_, [ast.Constant(str(text))]) if call is not None and "builtins.float" in call.names:
            return text.strip().lower().lstrip("+") in ("inf", "infinity")
    names = [each.name if isinstance(each, Library) else "" for each in script.values(value)]
    return bool(names) and _INFINITE.issuperset(names)


def _option_default(script: Script, document: Document, node: ast.expr) -> ast.expr | None:
    """Give the default of the option of the command line that a number comes from, if it does."""
    names = {each.attr for each in script.slices.of(document, node) if isinstance(each, ast.Attribute)}
    for call in script.calls if names else ():
        for given in call.node.args[:2]:
            if isinstance(given, ast.Constant) and str(given.value).lstrip("-").replace("-", "_") in names:
                default = call.keyword("default")
                return default.value if default is not None else next(iter(call.node.args[1:]), None)
    return None


def _goes_on(script: Script, document: Document, end: ast.expr, start: ast.expr) -> bool:
    """Say whether a run goes on at a start until an end that does not lie some number of turns after it."""
    if not _is_read(script, start) or _follows_turns(document, start):
        return False
    bounds = (script.slices.bound(document, each) for each in (end, _before_addition(end)))
    return all(each is None or _after(script, Count(document, each, start)) is None for each in bounds)


def _is_read(script: Script, start: ast.expr) -> bool:
    """Say whether a start may be another number than those that the text has: that of a run that goes on."""
    return len(script.values(start)) != len(script.constants(start)) or not script.constants(start)


def _follows_turns(document: Document, start: ast.expr) -> bool:
    """Say whether a start is computed from the turn of a loop around, as that of an epoch's steps is, or moved on by one."""
    if any(names_in(start) & _moved_on(document, loop) for loop in _loops_outside(document, start)):
        return True
    loops = [each for each in document.ancestors(start) if isinstance(each, ast.For | ast.AsyncFor)]
    around = [each for each in loops if start not in ast.walk(each.iter)]
    turns = names_in(*(each.target for each in around))
    for statement in (inner for each in reversed(around) for outer in each.body for inner in ast.walk(outer)):
        if isinstance(statement, ast.Assign) and names_in(statement.value) & turns:
            turns |= names_in(*statement.targets)
    return bool(names_in(start) & turns)


def _loops_outside(document: Document, start: ast.expr) -> Iterator[ast.AST]:
    """Yield the loops around one that begins at a start, in its function."""
    for outer in document.ancestors(start):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return
        if isinstance(outer, Loop) and not (isinstance(outer, ast.For) and start in ast.walk(outer.iter)):
            yield outer


def _moved_on(document: Document, loop: ast.AST) -> set[str]:
    """Give the names that a loop gives other values than ones that are written there: what is set back to zero stays out."""
    found: set[str] = set()
    for node in document.within(loop, ast.Assign, ast.AugAssign):
        match node:
            case ast.AugAssign(target=ast.Name(name)):
                found.add(name)
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                pairs = zip(targets, values, strict=True)
                found |= {each.id for each, value in pairs if isinstance(each, ast.Name) and _is_moving(value)}
            case ast.Assign(targets, value) if _is_moving(value):
                found |= {each.id for each in targets if isinstance(each, ast.Name)}
    return found


def _is_moving(value: ast.expr) -> bool:
    return isinstance(value, ast.Name | ast.BinOp) and bool(names_in(value))


def counted(script: Script, count: Count) -> ast.expr:
    """Give the part of a count that is divided: `n` in `range(1, n + 1)`."""
    return _after(script, count) or count.node


def _after(script: Script, count: Count) -> ast.expr | None:
    """Give the part of an end that counts what comes after the start, as this is written or computed; None without one."""
    batches = _steps_to(script, count)
    if batches is not None:
        return batches
    after = _beyond(count.document, count.node, count.start)
    value = script.slices.bound(count.document, count.start) if count.start is not None else None
    return _beyond(count.document, count.node, value) if after is None and isinstance(value, ast.BinOp) else after


def _steps_to(script: Script, count: Count) -> ast.expr | None:
    """Give the number of steps that a range from zero ends at a multiple of: `n` in `range(0, n * size, size)`.

    Each process then takes whole steps.
    """
    outer = script.call(count.document.parent(count.node))
    step = outer.argument("step") if outer is not None and is_range(script, outer) else None
    if step is None or (count.start is not None and count.document.segment(count.start) != "0"):
        return None
    match count.node:
        case ast.BinOp(batches, ast.Mult(), size) | ast.BinOp(size, ast.Mult(), batches) if same(size, step):
            return batches
    return None


def computed(script: Script, count: Count) -> ast.expr | None:
    """Give what is assigned to the name of a count that otherwise divides sums, is compared with, and is shown.

    None when it only counts, is used in another way, or is assigned above the imports, where Horovod is not there yet.
    """
    document, node = count.document, count.node
    scope = document.scope(node)
    if not isinstance(node, ast.Name) or count.start is not None or not starts_initialised(script, document, node):
        return None
    uses = document.names(node.id)
    stored = [each for each in uses if not isinstance(each.ctx, ast.Load)]
    divisors = [each for each in uses if _is_divisor(document, each)]
    about = [*divisors, *(each for each in uses if _is_compared(document, each))]
    others = [each for each in uses if each not in (node, *stored, *about) and not _is_shown(script, document, each)]
    if len(stored) != 1 or not about or others or any(document.scope(each) is not scope for each in uses):
        return None
    if divisors and not _limits_of_loops(script, document, scope).isdisjoint(divisors):
        return None  # the more of these turns, the fewer of another loop's
    match document.parent(stored[0]):
        case ast.Assign([ast.Name()], value) if document.span(value).start > end_of_imports(script, document):
            return value
    return None


def _limits_of_loops(script: Script, document: Document, scope: ast.AST) -> frozenset[ast.AST]:
    """Give the nodes from which it is computed how many turns the loops of a scope take."""
    loops = document.within(scope, ast.For, ast.While)
    limits = [each.test if isinstance(each, ast.While) else each.iter for each in loops if isinstance(each, Loop)]
    return frozenset(node for each in limits for node in script.slices.of(document, each).nodes)


def _is_compared(document: Document, node: ast.AST) -> bool:
    """Say whether a name is part of a comparison, such as that of a turn with the last one."""
    parent = document.parent(node)
    while isinstance(parent, ast.BinOp):
        parent = document.parent(parent)
    return isinstance(parent, ast.Compare)


def _is_divisor(document: Document, node: ast.expr) -> bool:
    outer = document.parent(node)
    if isinstance(outer, ast.Call) and converted(outer) is node:
        outer = document.parent(outer)
    match outer:
        case ast.BinOp(op=ast.Div(), right=right) | ast.AugAssign(op=ast.Div(), value=right):
            return converted(right) is node
    return False


def _is_shown(script: Script, document: Document, node: ast.AST) -> bool:
    calls = (script.call(each) for each in document.ancestors(node) if isinstance(each, ast.Call))
    return any("builtins.print" in call.names for call in calls if call is not None)


def _before_last(document: Document, node: ast.expr) -> ast.expr | None:
    """Give the number of turns `n` where the last one is looked for: `if turn >= n - 1`."""
    match node, document.parent(node):
        case ast.BinOp(turns, ast.Sub(), ast.Constant(1)), ast.Compare(_, [ast.GtE() | ast.Eq()], [right]) if (
            right is node
        ):
            return turns
    return None


def _beyond(document: Document, node: ast.expr, start: ast.expr | None) -> ast.expr | None:
    """Give the part of an end that counts what comes after the start; None without one.

    That is `n` in `range(1, n + 1)` and in `range(done + 1, done + n + 1)`.
    """
    before = document.segment(start) if start is not None else "0"
    if start is None or before == "0":
        return _before_last(document, node) or node
    match node:
        case ast.BinOp(left, ast.Add(), right) if document.segment(right) == before:
            return left
        case ast.BinOp(left, ast.Add(), right) if document.segment(left) == before:
            return right
        case ast.BinOp(left, ast.Add(), ast.Constant(int())) if (counted := _beyond(document, left, start)) is not None:
            return counted
    match start:
        case ast.BinOp(first, ast.Add(), ast.Constant(int())):
            return _beyond(document, node, first)
    return None
