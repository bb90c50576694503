"""What a loop divides by the number of its turns, or compares with it: sums and counts of turns, and the turn itself."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from farandole.analysis.augmented import Augmented, augmented
from farandole.analysis.def_use import Assignment, Definition
from farandole.analysis.locations import Location, definitions, location, uses
from farandole.analysis.loops import LoopAt, counters, shifted
from farandole.analysis.nodes import Loop
from farandole.analysis.program import Program
from farandole.analysis.scopes import FunctionNode
from farandole.source import Document
from farandole.source.binding import names_in, variables_in

_MAKING = frozenset({"zeros", "empty", "ones", "full"})
"""The functions that make an array of a shape."""


def loop_means(program: Program, place: LoopAt, count: ast.expr) -> tuple[ast.expr, ...]:
    """Give where a number of turns, written as `count`, divides what a loop adds up over all of its turns, or the turn.

    So does a number of samples by which that number is computed, `ceil(samples / size)`. With it are those places where
    the number of some turns, such as those that went well, is compared with that of all.
    """
    document, loop = place.document, place.node
    limited = variables_in(loop.test) if isinstance(loop, ast.While) else set()
    counted = _some_turns(loop) - _begun_anew(loop) - limited
    kept = (_sums(loop) - _begun_anew(loop)) | counted
    divisions = document.nodes(ast.BinOp, ast.AugAssign) if kept else ()
    comparisons = document.nodes(ast.Compare) if counted else ()
    whole = converted(count)
    numbers = (whole, *_dividend(count))
    pairs = [*(pair for each in numbers for pair in _divided(divisions, each)), *_compared(comparisons, count)]
    found = [
        right
        for left, right in pairs
        if (name := _sum(left)) in (counted if isinstance(document.parent(right), ast.Compare) else kept)
        and document.scope(right) is document.scope(loop)
        and (document.contains(loop, right) or _follows(document, loop, right, name))
    ]
    parts = (part for _, part in _added_parts(loop, whole))
    return (*found, *parts, *_fractions(program, place, whole), *_lengths(program, place, whole))


def batch_means(program: Program, place: LoopAt, whole: ast.expr) -> tuple[ast.expr, ...]:
    """Give where a loop that goes up to a number by steps divides what it adds up by the number of these: `whole / step`."""
    factors = all_divisors(place.document) if is_stepped(place.node, whole) else ()
    same = {ast.dump(each): each for each in factors if is_number_of_steps(place.node, whole, each)}
    return tuple(each for count in same.values() for each in loop_means(program, place, count))


def all_divisors(document: Document) -> Iterator[ast.expr]:
    """Yield what a file divides by, and what that is the product of."""
    for each in document.nodes(ast.BinOp, ast.AugAssign):
        if isinstance(each.op, ast.Div | ast.FloorDiv):
            yield from _factors(each.right if isinstance(each, ast.BinOp) else each.value)


def is_stepped(loop: Loop, whole: ast.expr) -> bool:
    """Say whether a loop goes up to a number by steps that it is told."""
    return any(ast.dump(number) == ast.dump(whole) for number, _ in _stepped(loop))


def _stepped(loop: Loop) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the numbers that a loop's ranges go up to by steps, each with the step."""
    for each in ast.walk(loop.iter) if isinstance(loop, ast.For) else ():
        match each:
            case ast.Call(args=[_, number, step]):
                yield number, step


def is_number_of_steps(loop: Loop, whole: ast.expr, node: ast.expr) -> bool:
    """Say whether an expression is how many steps a loop's range takes up to a number: their quotient, rounded or not."""
    match converted(node):
        case ast.Call(ast.Name("ceil" | "floor") | ast.Attribute(attr="ceil" | "floor"), [inner], []):
            return is_number_of_steps(loop, whole, inner)
        case ast.BinOp(number, ast.Div() | ast.FloorDiv(), step):
            quotient = [ast.dump(converted(number)), ast.dump(step)]
            return any(
                quotient == [ast.dump(whole), ast.dump(by)] and ast.dump(end) == ast.dump(whole)
                for end, by in _stepped(loop)
            )
    return False


def _dividend(count: ast.expr) -> Iterator[ast.expr]:
    """Yield the number that a number of turns is a part of: all samples, of which each turn takes a batch."""
    match converted(count):
        case ast.Call(ast.Name("ceil" | "floor") | ast.Attribute(attr="ceil" | "floor"), [inner], []):
            yield from _dividend(inner)
        case ast.BinOp(whole, ast.Div() | ast.FloorDiv()):
            yield converted(whole)


def _lengths(program: Program, place: LoopAt, count: ast.expr) -> Iterator[ast.expr]:
    """Yield where a number of turns is the length of an array that the loop, and nothing else, fills turn by turn."""
    document, loop = place.document, place.node
    turn = _turn(program, place)
    if turn is None:
        return
    stored = [
        (array, node)
        for node in document.nodes(ast.Subscript)
        if isinstance(node.ctx, ast.Store) and (array := location(program, document, node.value)) is not None
    ]
    for array in dict.fromkeys(each for each, node in stored if document.contains(loop, node)):
        everywhere = [node for each, node in stored if each == array]
        filling = [node.slice for node in everywhere if document.contains(loop, node)]
        made = list(definitions(program, array))
        axes = {_axis(index, turn) for index in filling}
        lengths = [_length_made(document, each, axis) for each in made for axis in axes]
        if (
            made
            and len(filling) == len(everywhere)
            and len(axes) == 1
            and all(length is not None and ast.dump(converted(length)) == ast.dump(count) for length in lengths)
        ):
            yield from (converted(length) for length in lengths if length is not None)


def _length_made(document: Document, made: Definition, axis: int | None) -> ast.expr | None:
    """Give the length along an axis of the new array that an assignment of a file gives; None for other definitions."""
    if (
        not isinstance(made, Assignment)
        or made.part
        or made.document is not document
        or not isinstance(made.by, ast.Assign)
    ):
        return None
    return _length(document, made.value, axis)


def filled_in_part(program: Program, place: LoopAt, is_divided: Callable[[ast.expr], bool]) -> Iterator[ast.expr]:
    """Yield the arrays that a loop fills by its turns, and that are read outside of it, with a length of all turns.

    No length for which `is_divided` says so is meant.
    """
    document, loop = place.document, place.node
    turn = _turn(program, place)
    filling = (
        node for node in document.within(loop, ast.Subscript) if isinstance(getattr(node, "ctx", None), ast.Store)
    )
    seen: set[Location] = set()
    for node in filling if turn else ():
        array = location(program, document, node.value) if isinstance(node, ast.Subscript) else None
        if not isinstance(node, ast.Subscript) or array is None or array in seen or turn not in names_in(node.slice):
            continue
        outside = (each for each in uses(program, document, array) if not document.contains(loop, each))
        made = list(definitions(program, array))
        if (
            made
            and any(isinstance(each.ctx, ast.Load) for each in outside)
            and all(_is_of_zeros(document, each, is_divided) for each in made)
        ):
            seen.add(array)
            yield node.value


def _is_of_zeros(document: Document, made: Definition, is_divided: Callable[[ast.expr], bool]) -> bool:
    """Say whether an assignment makes an array of a length that is not divided."""
    length = _length_made(document, made, 0)
    return length is not None and not isinstance(length, ast.Constant) and not is_divided(length)


def _turn(program: Program, place: LoopAt) -> str | None:
    """Give the name by which a loop counts its turns: over a range, by `enumerate`, or by hand until a number."""
    match place.node:
        case ast.While(test):
            names = counters(program, place) & names_in(test)
            return next(iter(names)) if len(names) == 1 else None
        case ast.For(ast.Name(name)):
            return name
        case ast.For(ast.Tuple([ast.Name(name), *_])) if _is_numbered(place.node):
            return name
    return None


def _axis(index: ast.expr, name: str) -> int | None:
    """Give the axis along which an index is a name, or lies beside it; None where no axis is."""
    return next(
        (axis for axis, each in enumerate(_axes(index)) if isinstance(at := shifted(each), ast.Name) and at.id == name),
        None,
    )


def _length(document: Document, value: ast.expr, axis: int | None) -> ast.expr | None:
    """Give the length of a new array along an axis, or of a list of one item many times."""
    match value:
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), [shape, *_]) if name in _MAKING:
            lengths = _axes(_written_shape(document, shape))
            return lengths[axis] if axis is not None and axis < len(lengths) else None
        case ast.BinOp(ast.List([_]), ast.Mult(), length) if axis == 0:
            return length
    return None


def _written_shape(document: Document, shape: ast.expr) -> ast.expr:
    """Give the shape that a name stands for, which is read for this alone, or the expression itself."""
    if not isinstance(shape, ast.Name):
        return shape
    scope = document.scope(shape)
    named = [each for each in document.within(scope, ast.Name) if isinstance(each, ast.Name) and each.id == shape.id]
    bound = [each for each in named if each is not shape]
    return (_given(document, bound[0]) if len(bound) == 1 else None) or shape


def _axes(node: ast.expr) -> Sequence[ast.expr]:
    """Give the parts of an index or shape along several axes, or the only one."""
    return node.elts if isinstance(node, ast.Tuple | ast.List) else [node]


def _follows(document: Document, loop: Loop, node: ast.expr, name: str) -> bool:
    """Say whether a node stands after a loop, and a sum is still the loop's there."""
    last = loop.end_lineno or loop.lineno
    stored = (
        each.lineno
        for each in document.nodes(ast.Name, ast.Attribute)
        if isinstance(each.ctx, ast.Store) and {name, name.partition("[")[0]} & {_sum(each), _of_items(each)}
    )
    return last < node.lineno and not any(last < line < node.lineno for line in stored)


def period_means(loop: ast.AST, decided: Sequence[ast.stmt], period: ast.expr) -> tuple[ast.expr, ...]:
    """Give where a period divides what a loop adds up until it begins anew in what is `decided` by it.

    That is at any place, or where each turn adds a part.
    """
    begun_anew = set[str]().union(*map(_begun_anew, decided))
    sums = _sums(loop) & begun_anew
    divided = (right for left, right in divisors([loop], period) if _sum(left) in sums) if sums else ()
    return (*divided, *(part for name, part in _added_parts(loop, period) if name in sums))


def is_mean_by(document: Document, node: ast.expr, added: Assignment) -> bool:
    """Say whether a number divides a sum that the loop or function adds up in which it is counted."""
    for outer in document.ancestors(node):
        match outer:
            case ast.BinOp(left, ast.Div() | ast.FloorDiv(), right) | ast.AugAssign(
                left, ast.Div() | ast.FloorDiv(), right
            ) if converted(right) is node:
                around = (each for each in added.document.ancestors(added.by) if isinstance(each, Loop | FunctionNode))
                return _sum(left) in _sums(next(around, added.document.tree))
            case ast.Call():
                pass
            case _:
                return False
    return False


def divisors(statements: Sequence[ast.AST], number: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what statements divide by a number that is written in the same way, or by a multiple, and that number."""
    yield from _divided((node for statement in statements for node in ast.walk(statement)), number)


def _divided(nodes: Iterable[ast.AST], number: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    same = ast.dump(number)
    for node in nodes:
        match node:  # what an assignment divides is told by the quotient in it
            case ast.BinOp(left, ast.Div() | ast.FloorDiv(), right) | ast.AugAssign(
                left, ast.Div() | ast.FloorDiv(), right
            ):
                yield from ((left, _rounded(right, each)) for each in _factors(right) if ast.dump(each) == same)


def _rounded(outer: ast.expr, number: ast.expr) -> ast.expr:
    """Give what rounds a quotient down in an expression, `int(samples / size)`, as a number of turns is; else the quotient."""
    if isinstance(number, ast.BinOp) and isinstance(number.op, ast.Div):
        for each in ast.walk(outer):
            match each:
                case ast.Call(ast.Name("int"), [inner], []) if inner is number:
                    return each
    return number


def _compared(nodes: Iterable[ast.AST], number: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what comparisons compare with a number that is written in the same way, and that number."""
    same = ast.dump(number)
    for node in nodes:
        match node:
            case ast.Compare(left, [_], [right]):
                yield from ((other, each) for other, each in ((left, right), (right, left)) if ast.dump(each) == same)


def length_divisors(program: Program, document: Document, arrays: Collection[str]) -> Iterator[ast.expr]:
    """Yield what a file divides by that is the length of one of some arrays, or its number of batches, or a multiple.

    It may be a name or attribute for it, that is bound to nothing else.
    """
    for node in document.nodes(ast.BinOp, ast.AugAssign):
        if isinstance(node.op, ast.Div):
            for factor in _factors(node.right if isinstance(node, ast.BinOp) else node.value):
                if _is_length(program, document, factor, arrays, frozenset()):
                    yield factor


def _is_length(
    program: Program, document: Document, node: ast.expr, arrays: Collection[str], seen: frozenset[Location | None]
) -> bool:
    match node:
        case ast.Call(ast.Name("len"), [array], []) | ast.Subscript(ast.Attribute(array, "shape"), ast.Constant(0)):
            return ast.unparse(array) in arrays
        case ast.BinOp(length, ast.Div() | ast.FloorDiv()):
            return _is_length(program, document, length, arrays, seen)
        case ast.Name() | ast.Attribute():
            place = location(program, document, node)
            bound = list(definitions(program, place)) if place not in seen else []
            given = [_given(document, each.target) for each in bound if each.document is document]
            return len(given) == len(bound) > 0 and all(
                each is not None and _is_length(program, document, each, arrays, seen | {place}) for each in given
            )
    return False


def _given(document: Document, name: ast.AST) -> ast.expr | None:
    """Give what a name alone is assigned in one place, unless that is another name."""
    match document.parent(name):
        case ast.Assign([target], value) if target is name and not isinstance(value, ast.Name):
            return converted(value)
    return None


def converted(node: ast.expr) -> ast.expr:
    """Give the number that is made another type's, by `float`, `tf.cast`, `numpy()` and the like, or the expression itself."""
    match node:
        case (
            ast.Call(ast.Name("float" | "int") | ast.Attribute(attr="float32" | "float64" | "to_float"), [inner], [])
            | ast.Call(ast.Name("cast") | ast.Attribute(attr="cast"), [inner, *_])
            | ast.Call(ast.Attribute(inner, "numpy" | "item"), [], [])
        ):
            return converted(inner)
    return node


def _factors(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a number, also without what makes it another type's, and what it is the product of."""
    number = converted(node)
    yield from (node, number) if number is not node else (node,)
    match number:
        case ast.BinOp(left, ast.Mult(), right):
            yield from (*_factors(left), *_factors(right))


def _added_parts(loop: ast.AST, count: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the sums of which a loop divides what it adds, and the number: each turn gives its part of the mean."""
    same = ast.dump(count)
    for node in ast.walk(loop):
        match augmented(node):
            case Augmented(ast.Name() | ast.Attribute() as sum_, ast.Add(), ast.BinOp(_, ast.Div(), right)):
                if ast.dump(converted(right)) == same:
                    yield _sum(sum_), converted(right)


def _fractions(program: Program, place: LoopAt, count: ast.expr) -> Iterator[ast.expr]:
    """Yield where a loop divides its turn by their number: the part of the loop that is done."""
    turns = {_turn(program, place)}
    for left, right in divisors(place.node.body, count):
        names = [each.id for each in ast.walk(left) if isinstance(each, ast.Name)]
        if len(names) == 1 and set(names) <= turns:
            yield right


def _is_numbered(loop: Loop) -> bool:
    """Say whether a loop numbers what it goes through, also within what shows how far it is: `tqdm(enumerate(data))`."""
    node = loop.iter if isinstance(loop, ast.For) else None
    while isinstance(node, ast.Call) and node.args:
        if isinstance(node.func, ast.Name) and node.func.id == "enumerate":
            return True
        node = node.args[0]
    return False


def _sums(loop: ast.AST) -> set[str]:
    """Give the names and attributes that a loop adds what it computes to, and the sums of what it appends it to or fills with it.

    What is computed from such sums alone, `loss = classes + boxes`, is one, too. A constant that is added makes a counter.
    """
    found = _added_up(loop)
    while more := {name for name, named in _totals(loop) if name not in found and named <= found}:
        found |= more
    return found


def _totals(loop: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield the names and attributes that a loop gives what it adds or subtracts, and the names of that."""
    for node in ast.walk(loop):
        match node:
            case ast.Assign([target], ast.BinOp(op=ast.Add() | ast.Sub()) as value) if _sum(target):
                yield _sum(target), {_sum(part) for part in _summands(value)}


def _summands(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            yield from (*_summands(left), *_summands(right))
        case _:
            yield node


def _added_up(loop: ast.AST) -> set[str]:
    """Give the names, attributes and sums of items that a loop adds to."""
    found: set[str] = set()
    for node in ast.walk(loop):
        match node:
            case ast.Call(ast.Attribute(list_, "append"), [_]):
                found.add(_of_items(list_))
            case ast.Assign([ast.Subscript(array)]):
                found.add(_of_items(array))
        match augmented(node):
            case Augmented(target, ast.Add(), value) if not isinstance(value, ast.Constant):
                found.add(_sum(target))
    return found - {""}


def _some_turns(loop: ast.AST) -> set[str]:
    """Give the names and attributes that a loop adds one to under a condition: they count some of its turns."""
    conditions = [node for node in ast.walk(loop) if isinstance(node, ast.If)]
    found: set[str] = set()
    for node in (each for condition in conditions for branch in (condition.body, condition.orelse) for each in branch):
        match augmented(node):
            case Augmented(target, ast.Add(), ast.Constant(1)):
                found.add(_sum(target))
    return found - {""}


def _begun_anew(node: ast.AST) -> set[str]:
    """Give the names and attributes that code sets to a number, and the sums of lists that it begins."""
    found: set[str] = set()
    for target, value in _assigned(node):
        if isinstance(value, ast.List | ast.Constant):
            found.add((_of_items if isinstance(value, ast.List) else _sum)(target))
    return found


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what code assigns, and what to, one by one where several are assigned at once."""
    for each in ast.walk(node):
        match each:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                yield from zip(targets, values, strict=True)
            case ast.Assign(targets, value):
                yield from ((target, value) for target in targets)


def _of_items(node: ast.expr) -> str:
    """Give the sum of a list as `_sum` does."""
    return f"sum({_sum(node)})" if _sum(node) else ""


def _sum(node: ast.expr) -> str:
    """Give a name, an attribute of one, an item of these, or the sum of items, as it is written; else an empty text."""
    match converted(node):
        case (ast.Name() | ast.Attribute(ast.Name())) as name:
            return ast.unparse(name)
        case ast.Subscript(ast.Name() | ast.Attribute(ast.Name()), ast.Constant()) as item:
            return ast.unparse(item)
        case ast.Call(
            ast.Name("sum")
            | ast.Attribute(ast.Name("np" | "numpy"), "sum")
            | ast.Name("reduce_sum" | "add_n")
            | ast.Attribute(attr="reduce_sum" | "add_n"),
            [(ast.Name() | ast.Attribute()) as items],
            [],
        ):
            return _of_items(items)
    return ""
