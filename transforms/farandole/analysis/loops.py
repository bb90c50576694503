"""Loops: those around a node, what counts their turns, and the ways out of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeGuard

from farandole.analysis.answers import answered_once
from farandole.analysis.augmented import Augmented, augmented
from farandole.analysis.call_order import run_by
from farandole.analysis.control_dependence import above
from farandole.analysis.def_use import Assignment, Definition
from farandole.analysis.defaults import is_setting, known_numbers
from farandole.analysis.locations import Location, Owner, location, owners_of
from farandole.analysis.nodes import Loop, ends_program
from farandole.analysis.places import places, same
from farandole.analysis.points_to.values import Container, Function, Instance, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.analysis.slicing import may_reach
from farandole.source import Document
from farandole.source.binding import names_in, stored_among, variables_in, written

_DEEPEST = 8


@dataclass(frozen=True)
class LoopAt:
    """A loop in its file."""

    document: Document
    node: Loop


Chain = tuple[LoopAt, ...]
"""The loops around a node, innermost first."""


@dataclass(frozen=True)
class Count:
    """An expression that counts turns; `start` is where the counting begins, if not at zero."""

    document: Document
    node: ast.expr
    start: ast.expr | None = None


def chains(
    program: Program,
    document: Document,
    node: ast.AST,
    without: Collection[Call] = (),
    seen: frozenset[ast.AST] = frozenset(),
) -> list[Chain]:
    """Give the loops around a node, innermost first, through the functions that call the one it stands in.

    Calls that can't lead to the node, for the constants that they pass, are no ways to it, and nor are those `without`.
    """
    own = tuple(loops_around(document, node))
    function = program.function(document, node)
    if function is None or function in seen or len(seen) > _DEEPEST:
        return [own]
    outer = [
        chain
        for call in program.callers(function)
        if call not in without and may_reach(program, call, function, document, node)
        for chain in chains(program, call.document, call.node, without, seen | {function})
    ]
    return [(*own, *chain) for chain in outer] or [own]


def all_loops(program: Program, document: Document, node: ast.AST) -> tuple[LoopAt, ...]:
    """Give the loops of all chains around a node, each once: functions that call one another have many chains."""
    own = _ways_up(program, document, node, lambda _: True)
    return tuple({place.node: place for loops in own for place in loops}.values())


def nearest_loops(program: Program, document: Document, node: ast.AST) -> tuple[LoopAt, ...]:
    """Give the innermost loops of all chains around a node, each once."""
    own = _ways_up(program, document, node, lambda loops: not loops)
    return tuple({loops[0].node: loops[0] for loops in own if loops}.values())


def _ways_up(program: Program, document: Document, node: ast.AST, goes_on: Callable[[Chain], bool]) -> Iterator[Chain]:
    """Yield the loops around a node in its function, and around the calls that lead to it from loops that go on."""
    seen, pending = {node}, [(document, node)]
    while pending:
        at, each = pending.pop()
        own = tuple(loops_around(at, each))
        yield own
        function = program.function(at, each)
        if function is None or not goes_on(own):
            continue
        for call in program.callers(function):
            if call.node not in seen and may_reach(program, call, function, at, each):
                seen.add(call.node)
                pending.append((call.document, call.node))


def loops_around(document: Document, node: ast.AST) -> Iterator[LoopAt]:
    """Yield the loops in whose bodies a node stands, innermost first, in its own function."""
    for outer in document.ancestors(node):
        if isinstance(outer, FunctionNode):
            return
        if isinstance(outer, Loop) and any(node is member for member in outer.body):
            yield LoopAt(document, outer)
        node = outer


def outermost_loop(document: Document, node: ast.AST) -> Loop | None:
    """Give the outermost loop in whose body a node stands, in its own function."""
    around = [place.node for place in loops_around(document, node)]
    return around[-1] if around else None


def bound_anew(document: Document, loop: Loop, names: Collection[str]) -> frozenset[ast.Name]:
    """Give the reads in a loop of some of its names that something in it binds anew: a comprehension, or another loop.

    An inner loop leaves its name at a number of its own: what is read afterwards, until the next turn, is among them.
    """
    found: set[ast.Name] = set()
    for node in ast.walk(loop):
        for name in names if node is not loop else ():
            if not _binds(node, name):
                continue
            found |= _read_in(node, name)
            if isinstance(node, ast.For | ast.AsyncFor):
                end = document.span(node).end
                found |= {each for each in _read_in(loop, name) if document.span(each).start >= end}
    return frozenset(found)


def _binds(node: ast.AST, name: str) -> bool:
    """Say whether a node gives a name a meaning of its own in what it holds."""
    match node:
        case ast.For(target=target) | ast.AsyncFor(target=target):
            return name in names_in(target)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return any(name in names_in(each.target) for each in node.generators)
        case ast.Lambda():
            return any(each.arg == name for each in parameters(node))
    return False


def _read_in(node: ast.AST, name: str) -> set[ast.Name]:
    """Give the reads of a name in a node, but those in what a loop or the first generator runs over."""
    match node:
        case ast.For(iter=read) | ast.AsyncFor(iter=read):
            before = set(ast.walk(read))
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            before = set(ast.walk(node.generators[0].iter))
        case _:
            before = set()
    return {
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load) and each not in before
    }


def iterated(
    program: Program, document: Document, node: ast.expr, depth: int = 0
) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what iterating an expression reads, through `enumerate`, `zip` and their like in libraries.

    A generator expression reads what it runs over. A list that is given to a call which is made for nothing but its
    effect, such as `shuffle`, is read itself.
    """
    expression = _generator_expression(program, node)
    if expression is not None and depth < _DEEPEST and (home := program.home(expression)) is not None:
        yield from iterated(program, home, expression.generators[0].iter, depth + 1)
        return
    calls = [call for call in _creations(program, node) if depth < _DEEPEST and _is_read_through(program, node, call)]
    if not calls:
        yield document, node
    elif len(program.values(node)) > 1 and program.call(node) is None:
        yield from _iterated_alike(program, document, node, depth) or [(document, node)]
    else:
        for each in _inner(program, calls[0]):
            yield from iterated(program, calls[0].document, each, depth + 1)


def _is_read_through(program: Program, node: ast.expr, call: Call) -> bool:
    """Say whether iterating what a call gives, for which a node stands, reads what the call was given."""
    home = program.home(node)
    changed = not _is_iterator(call) and home is not None and _is_changed(program, home, node)
    return bool(_inner(program, call)) and not changed


def _iterated_alike(
    program: Program, document: Document, node: ast.expr, depth: int
) -> list[tuple[Document, ast.expr]]:
    """Give what iterating each alternative of a node reads, if all read what is written alike, else nothing.

    That is `tqdm(data) if shown else data`, in a name, too. Of one range with several names it is that range.
    """
    read = [each for way in _alternatives(program, document, node) for each in iterated(program, *way, depth + 1)]
    if len({ast.dump(each) for _, each in read}) == 1:
        return read
    same = {frozenset(call.node for call in ranges(program, each)) for _, each in read}
    return read[:1] if len(same) == 1 and same != {frozenset()} else []


def _alternatives(program: Program, document: Document, node: ast.expr) -> list[tuple[Document, ast.expr]]:
    """Give the expressions that a node may stand for: the branches of a choice, or what is assigned to a name."""
    if isinstance(node, ast.IfExp):
        return [(document, node.body), (document, node.orelse)]
    home = program.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
    if home is None or not isinstance(node, ast.Name):
        return []
    given = program.def_use.names.get((home, node.id), ())
    bound = [each for each in given if isinstance(each, Assignment) and not each.part]
    return [(home.module.document, each.value) for each in bound] if len(bound) == len(given) else []


def _generator_expression(program: Program, node: ast.expr) -> ast.GeneratorExp | None:
    """Give the generator expression that a node is, or alone stands for, if it gives one item for each it reads."""
    found = [value.site.node for value in program.values(node) if isinstance(value, Container)]
    match [node] if isinstance(node, ast.GeneratorExp) else found:
        case [ast.GeneratorExp(generators=[ast.comprehension(iter=read, ifs=[])]) as expression]:
            return None if ranges(program, read) else expression
    return None


_ITERATORS = frozenset(
    ("itertools.cycle", *(f"builtins.{name}" for name in ("enumerate", "iter", "map", "reversed", "zip")))
)


def runs_again(program: Program, place: LoopAt, node: ast.expr) -> ast.expr | None:
    """Give what the head of a loop names that runs over `node` anew each time, as a `tqdm` that is made before does.

    None where the head has `node` itself, or names what comes to its end once.
    """
    head = place.node.iter if isinstance(place.node, ast.For | ast.AsyncFor) else None
    names = [each for each in ast.walk(head) if isinstance(each, ast.Name | ast.Attribute)] if head is not None else []
    for name in names:
        if name is not node and any(read is node for _, read in iterated(program, place.document, name)):
            return None if any(map(_is_iterator, _creations(program, name))) else name
    return None


def _is_iterator(call: Call) -> bool:
    """Say whether a call makes an object that walks over something: no other call puts that in order."""
    of_library = call.entry is not None and call.entry.role == "iterator"
    return of_library or not call.names.isdisjoint(_ITERATORS)


def _is_changed(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether a name stands for a list that a call with no other use may put in another order."""
    home = program.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
    for use in program.def_use.uses.get((home, node.id), ()) if home is not None and isinstance(node, ast.Name) else ():
        call = document.parent(use)
        if isinstance(call, ast.Call) and use in call.args and isinstance(document.parent(call), ast.Expr):
            return True
    return False


def _creations(program: Program, node: ast.expr) -> list[Call]:
    own = program.call(node)
    if own is not None:
        return [own]
    made = (_creation(program, value) for value in program.values(node))
    return [call for call in made if call is not None]


def _creation(program: Program, value: Value) -> Call | None:
    return program.call(value.site.node) if isinstance(value, Instance | Container) else None


def _inner(program: Program, call: Call) -> list[ast.expr]:
    if not call.names.isdisjoint(("builtins.map", "builtins.zip", "itertools.zip_longest")):
        given = call.node.args[1:] if "builtins.map" in call.names else call.node.args
        return [argument for argument in given if not isinstance(argument, ast.Starred)]
    if call.entry is None or _makes_a_generator(program, call):
        return []
    if "iterates" in call.entry.facts:
        argument = call.argument(str(call.entry.facts["iterates"]))
        return [argument] if argument is not None else []
    walks = call.entry.facts.get("data") == "consume" or call.entry.role == "iterator"
    if walks and call.receiver is not None and program.instances(call.receiver, "dataset"):
        return [call.receiver]
    return []


def _makes_a_generator(program: Program, call: Call) -> bool:
    """Say whether `iter(…)` gives what the `__iter__` of a class of the project yields."""
    made = (value for value in program.values(call.node) if isinstance(value, Instance))
    return "builtins.iter" in call.names and any(value.site.node is call.node for value in made)


def is_range(program: Program, call: Call) -> bool:
    """Say whether a call gives a range of whole numbers: a fraction in an argument is none, as arrays may have."""
    if call.entry is None or not call.entry.facts.get("range"):
        return False
    return not any(isinstance(each, float) for node in call.arguments for each in program.constants(node))


def ranges(program: Program, node: ast.expr) -> list[Call]:
    """Give the ranges that an expression stands for; an array of numbers is one only where it is made.

    What has a name may have been shuffled, or filled with other numbers, before it is read.
    """
    found = [call for call in _creations(program, node) if is_range(program, call)]
    return [call for call in found if call.node is node or not program.instances(call.node, "array")]


def is_endless_count(program: Program, node: ast.expr) -> bool:
    """Say whether an expression is a counter without an end."""
    return any("itertools.count" in call.names for call in _creations(program, node))


def first_counts(program: Program, place: LoopAt) -> Iterator[tuple[Document, ast.expr]]:
    """Yield where the counting of a loop begins, if not at zero: of its ranges, and of a counter without an end."""
    yield from ((count.document, count.start) for count in range_counts(program, place) if count.start is not None)
    read = iterated(program, place.document, place.node.iter) if isinstance(place.node, ast.For) else ()
    for call in (call for _, node in read for call in _creations(program, node) if "itertools.count" in call.names):
        start = next(iter(call.node.args), None) or call.named.get("start")
        if start is not None:
            yield call.document, start


def is_next_number(program: Program, node: ast.Call) -> bool:
    """Say whether a call takes the next number of a counter without an end, which counts by one."""
    match node:
        case ast.Call(ast.Name("next"), [counter]):
            values = program.values(counter)
            made = _creations(program, counter)
            return len(made) == len(values) > 0 and all(
                "itertools.count" in each.names and len(each.arguments) <= 1 for each in made
            )
    return False


def range_counts(program: Program, place: LoopAt) -> tuple[Count, ...]:
    """Give what counts the turns of a loop over a range, or over one of several.

    Of ranges side by side it is what counts the positions of each.
    """
    if isinstance(place.node, ast.While):
        count = while_count(program, place)
        return (count,) if count is not None else ()
    read = [node for _, node in iterated(program, place.document, place.node.iter)]
    found = [_counted_ranges(program, node) for node in read]
    first, *others = [calls for calls in found if calls] or [[]]
    written = {ast.dump(call.node) for call in first}
    alike = [call for calls in others for call in calls if ast.dump(call.node) in written]
    beside = [call for calls in others for call in calls if call not in alike]
    counts = [_range_count(program, call) for call in (*first, *alike)]
    if all(_is_stepped(call) for call in (*first, *beside)):
        counts += [_position_count(call) for call in beside]
    return tuple(dict.fromkeys(count for count in counts if count is not None))


def _counted_ranges(program: Program, node: ast.expr) -> list[Call]:
    """Give the ranges that an expression stands for, if their arguments are told and it stands for nothing else."""
    found = ranges(program, node)
    told = all(call.node.args and not any(isinstance(each, ast.Starred) for each in call.node.args) for call in found)
    return found if told and len(found) == len(_creations(program, node)) else []


def _range_count(program: Program, call: Call) -> Count | None:
    arguments = call.node.args
    if len(arguments) == 1:
        return Count(call.document, arguments[0])
    return Count(call.document, _length(arguments), arguments[0]) if _counts_up(program, arguments) else None


def _length(arguments: list[ast.expr]) -> ast.expr:
    """Give where a range ends; of positions without the last step, the length: `n` in `range(0, n - size, size)`."""
    match arguments:
        case [_, end, step]:
            return _before_last_step(end, [step])
    return arguments[1]


def _before_last_step(end: ast.expr, steps: Sequence[ast.expr]) -> ast.expr:
    """Give the length where an end leaves out the last of some steps, or all but one of it: `n` in `n - size + 1`."""
    match end:
        case ast.BinOp(ast.BinOp() as inner, ast.Add(), ast.Constant(1)):
            length = _before_last_step(inner, steps)
            return length if length is not inner else end
        case ast.BinOp(length, ast.Sub(), left_out) if any(_leaves_out(left_out, step) for step in steps):
            return _without_constant(length)
    return end


def _leaves_out(left_out: ast.expr, step: ast.expr) -> bool:
    """Say whether a number is a step of several positions, or one less."""
    match left_out, step:
        case ast.Constant(int(number)), ast.Constant(int(size)):
            return size > 1 and size - 1 <= number <= size
        case ast.BinOp(size, ast.Sub(), ast.Constant(1)), _:
            return same(size, step)
    return same(left_out, step)


def _is_stepped(call: Call) -> bool:
    return len(call.node.args) == 3  # noqa: PLR2004


def _position_count(call: Call) -> Count:
    """Give the length in where a range of positions ends: `n` in `range(size, n + 1, size)`, or of `n + size`."""
    match call.node.args:
        case [_, ast.BinOp(length, ast.Add() | ast.Sub(), ast.Constant()), _]:
            return Count(call.document, length)
        case [_, ast.BinOp(length, ast.Add(), added), step] if ast.dump(added) == ast.dump(step):
            return Count(call.document, length)
        case [_, ast.BinOp(added, ast.Add(), length), step] if ast.dump(added) == ast.dump(step):
            return Count(call.document, length)
    return Count(call.document, call.node.args[1])


def _counts_up(program: Program, arguments: list[ast.expr]) -> bool:
    steps = program.constants(arguments[2]) if len(arguments) > 2 else frozenset()  # noqa: PLR2004
    return not (len(arguments) > 2 and isinstance(arguments[2], ast.UnaryOp)) and not any(  # noqa: PLR2004
        isinstance(step, int) and step < 0 for step in steps
    )


def while_count(program: Program, place: LoopAt) -> Count | None:
    """Give the limit in the condition of a `while` that compares a counter with it."""
    return limit(program, place, place.node.test, ast.And) if isinstance(place.node, ast.While) else None


def limit(program: Program, place: LoopAt, test: ast.expr, joined: type[ast.boolop]) -> Count | None:
    """Give the limit that a condition compares a counter of the loop with: alone, or `joined` with others.

    It is a period where the condition holds at the end of one.
    """
    remainder = period_told(test)
    if remainder is not None:
        is_told = _counts(program, place, remainder.left) and not _counts(program, place, remainder.right)
        return Count(place.document, remainder.right) if is_told else None
    match as_comparison(program, test):
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() | ast.Eq() | ast.NotEq()], [right]):
            for counter, other in ((left, right), (right, left)):
                if _counts(program, place, counter) and not _counts(program, place, other):
                    if isinstance(counter, ast.BinOp) and isinstance(counter.op, ast.Mod):
                        return None  # another turn of a period, or none
                    walked = places(place.document, place.node)
                    steps = [each.step for each in walked if each.name in names_in(counter)]
                    end = _without_constant(_before_last_step(other, steps))
                    return Count(place.document, end, _start_in(place, counter, end))
        case ast.BoolOp(operator, parts) if isinstance(operator, joined):
            found = [count for part in parts if (count := limit(program, place, part, joined)) is not None]
            return found[0] if len(found) == 1 else None
        case ast.BoolOp(ast.And(), parts):
            chosen = unless_set(place, parts)
            return limit(program, place, chosen, joined) if chosen is not None else None
    return None


def _without_constant(end: ast.expr) -> ast.expr:
    """Give the number of turns in where they end: `n` in `step < n + 1`."""
    match end:
        case ast.BinOp(number, ast.Add(), ast.Constant()) if not isinstance(number, ast.Constant):
            return number
    return end


def equal_sides(program: Program, node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """Give what a call compares for equality: `step` and `n` of `equal(step, n)`."""
    match node:
        case ast.Call(_, [left, right], []):
            call = program.call(node)
            names = call.names if call is not None else frozenset()
            return (left, right) if names and all(program.catalog.fact(each, "equates") for each in names) else None
    return None


def as_comparison(program: Program, test: ast.expr) -> ast.expr:
    """Give a call that compares for equality as the comparison that it stands for, and another test as it is."""
    sides = equal_sides(program, test)
    return ast.Compare(sides[0], [ast.Eq()], [sides[1]]) if sides is not None else test


def period_told(test: ast.expr) -> ast.BinOp | None:
    """Give the remainder that a condition finds to be 0, or less than so much, once in each period: `step % n == 0`."""
    match test:
        case ast.Compare(ast.BinOp(op=ast.Mod()) as remainder, [ast.Eq() | ast.NotEq()], [ast.Constant(0)]):
            return remainder
        case ast.Compare(ast.BinOp(op=ast.Mod()) as remainder, [ast.Lt() | ast.LtE()], [_]):
            return remainder
        case ast.UnaryOp(ast.Not(), ast.BinOp(op=ast.Mod()) as remainder):
            return remainder
    return None


def unless_set(place: LoopAt, parts: Sequence[ast.expr]) -> ast.expr | None:
    """Give the one of some conditions that a loop may change, where the others only ask for what is set before it.

    That is `step >= limit` in `if limit and step >= limit: break`.
    """
    changed = stored_among(place.document.within(place.node, ast.Name))
    kept = {
        ast.unparse(each)
        for each in place.document.within(place.node, ast.Attribute, ast.Subscript)
        if isinstance(each, ast.Attribute | ast.Subscript) and not isinstance(each.ctx, ast.Load)
    }
    open_ones = [
        each
        for each in parts
        if names_in(each) & changed
        or any(isinstance(inner, ast.Call) or (kept and ast.unparse(inner) in kept) for inner in ast.walk(each))
    ]
    return open_ones[0] if len(open_ones) == 1 else None


def _start_in(place: LoopAt, counter: ast.expr, end: ast.expr) -> ast.expr | None:
    """Give what a counter is before the loop, where the loop ends some number of turns after that, `start + turns`."""
    starts = {ast.unparse(each) for each in only_before(place, counter) if isinstance(each, ast.Name | ast.Attribute)}
    ends = [end, *only_before(place, end)]
    added = [part for each in ends if isinstance(each, ast.BinOp) for part in summands(each)]
    return next((each for each in added if ast.unparse(each) in starts), None)


def only_before(place: LoopAt, node: ast.expr) -> list[ast.expr]:
    """Give what a name is assigned outside of a loop, if it is assigned nothing else there."""
    if not isinstance(node, ast.Name):
        return []
    stored = [each for each in place.document.names(node.id) if not isinstance(each.ctx, ast.Load)]
    scope = place.document.scope(place.node)
    outside = [each for each in stored if not place.document.contains(place.node, each)]
    given = [parent.value for each in outside if isinstance(parent := place.document.parent(each), ast.Assign)]
    return given if len(given) == 1 and all(place.document.scope(each) is scope for each in outside) else []


def shifted(node: ast.expr) -> ast.expr:
    """Give what whole numbers are added to, or taken from: the counter in `turn - 1`; else the expression itself."""
    match node:
        case ast.BinOp(number, ast.Add() | ast.Sub(), ast.Constant(int())) | ast.BinOp(
            ast.Constant(int()), ast.Add(), number
        ):
            return shifted(number)
    return node


def summands(node: ast.expr) -> list[ast.expr]:
    """Give what a sum adds; of another expression this itself."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*summands(left), *summands(right)]
    return [node]


def variable_limit(place: LoopAt, test: ast.expr) -> Count | None:
    """Give the limit that a condition compares a variable with that the loop counts on: alone, or in an `or`."""
    match test:
        case ast.Compare(left, [ast.Gt() | ast.GtE() | ast.Eq()], [right]) if counted_variable(place, left) is not None:
            return Count(place.document, right)
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Eq()], [right]) if (
            counted_variable(place, right) is not None
        ):
            return Count(place.document, left)
        case ast.BoolOp(ast.Or(), parts):
            found = [count for part in parts if (count := variable_limit(place, part)) is not None]
            return found[0] if len(found) == 1 else None
    return None


def counted_variable(place: LoopAt, node: ast.expr) -> ast.expr | None:
    """Give the variable whose value an expression is, if a loop adds a number to it by `assign_add` in each turn.

    A method that is called without arguments reads its value.
    """
    match node:
        case ast.Call(ast.Name("int"), [inner], []):
            return counted_variable(place, inner)
        case ast.Call(ast.Attribute(inner), [], []):
            return counted_variable(place, inner)
        case ast.Name() | ast.Attribute():
            added = (each for each in place.node.body if isinstance(each, ast.Expr))
            return node if any(_adds_to(each.value, ast.unparse(node)) for each in added) else None
    return None


def _adds_to(node: ast.expr, variable: str) -> bool:
    match node:
        case ast.Call(ast.Attribute(owner, "assign_add"), [ast.Constant()]):
            return ast.unparse(owner) == variable
    return False


def _counts(program: Program, place: LoopAt, node: ast.expr) -> bool:
    """Say whether an expression has a counter of the loop in it: none that it divides by, as a mean does."""
    inside = list(ast.walk(node))
    counted = names_in(node) & counters(program, place) or any(is_counted(program, place, each) for each in inside)
    if not counted or any(isinstance(each, ast.Call) for each in inside):
        return False
    divisors = (each.right for each in inside if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div))
    return not any(_counts(program, place, each) for each in divisors)


def is_counted(program: Program, place: LoopAt, node: ast.AST) -> bool:
    """Say whether a loop, or what it calls, adds a whole number in each turn to what is kept where a node reads."""
    read = location(program, place.document, node)
    return read is not None and any(read.may_be(each) for each in _counted(program, place))


@answered_once
def _counted(program: Program, place: LoopAt) -> tuple[Location, ...]:
    """Give where a loop, or what it calls, adds a whole number, and does nothing else to what is kept there.

    What is added under a condition, as a count of epochs without progress, counts no turns.
    """
    added: dict[Location, None] = {}
    others: list[Location] = []
    changed: set[Owner] = set()
    for body in run_by(program, place.node):
        document = program.home(body)
        for node in document.within(body, *_KEEPING) if document is not None else ():
            if document is None or isinstance(getattr(node, "ctx", None), ast.Load):
                continue
            written = location(program, document, node)
            if written is None:
                changed |= _changed_items(program, node)
                others += _named_items(program, node)
            elif _is_added_to(document, node, body):
                added[written] = None
            else:
                others.append(written)
    return tuple(
        each
        for each in added
        if not any(each.may_be(other) for other in others)
        and (not each.key.startswith("[") or each.owners.isdisjoint(changed))
    )


_KEEPING = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
_CHANGING = frozenset({"clear", "insert", "pop", "popitem", "remove", "reverse", "sort", "update"})
"""Methods that may give an item of a list or dictionary another value."""


def _changed_items(program: Program, node: ast.AST) -> frozenset[Owner]:
    """Give the objects of which a node may give any item another value: by a key that is computed, or by a method."""
    match node:
        case ast.Subscript(value):
            return owners_of(program, value)
        case ast.Call(ast.Attribute(value, attr), given) if attr in _CHANGING and (given or attr != "update"):
            return owners_of(program, value)
    return frozenset()


def _named_items(program: Program, node: ast.AST) -> list[Location]:
    """Give the items of a dictionary that a node gives other values by their names: `state.update(step=0)`."""
    match node:
        case ast.Call(ast.Attribute(value, "update"), keywords=keywords):
            owners = owners_of(program, value)
            return [Location(owners, f"[{each.arg!r}]") for each in keywords]
    return []


def _is_added_to(document: Document, node: ast.AST, body: ast.AST) -> bool:
    """Say whether a whole number is added to what a node names whenever a body runs, or a loop in it has a turn."""
    statement = document.parent(node)
    match augmented(statement):
        case Augmented(_, ast.Add(), ast.Constant(int())):
            pass
        case _:
            return False
    outer = takewhile(lambda each: each is not body, document.ancestors(statement))
    return all(isinstance(each, ast.For | ast.While | ast.With) for each in outer)


def counters(program: Program, place: LoopAt) -> set[str]:
    """Give the names that a loop counts with: a number is added to them, or they index an `enumerate` or `range`.

    What the loop computes anew, as a batch to which noise is added, does not count, and neither does a sum of what
    each turn gives, or one that each turn begins anew.
    """
    walked = places(place.document, place.node)
    found = {each.name for each in walked if not anneals(program, place.document, _target(each.by), each.step)}
    computed = _computed(place) | _begun(place)
    for node in place.document.within(place.node, ast.AugAssign, ast.Assign):
        match augmented(node):
            case Augmented(ast.Name(name) as target, ast.Add(), added) if name not in computed and _is_step(
                added, computed
            ):
                found |= set() if anneals(program, place.document, target, added) else {name}
        match node:
            case ast.Assign([ast.Name(name)], ast.Call() as value) if is_next_number(program, value):
                found.add(name)
    if isinstance(place.node, ast.For):
        match place.node.target:
            case ast.Name(name) if range_counts(program, place) or is_endless_count(program, place.node.iter):
                found.add(name)
            case ast.Tuple(targets):
                found |= {
                    target.id
                    for target, counts in zip(targets, _items_that_count(program, place.node.iter), strict=False)
                    if counts and isinstance(target, ast.Name)
                }
    return found


def told_numbers(program: Program, place: LoopAt) -> set[str]:
    """Give the names by which a `for` is told the number of its turn."""
    return names_in(place.node.target) & counters(program, place) if isinstance(place.node, ast.For) else set()


def _items_that_count(program: Program, node: ast.expr, depth: int = 0) -> tuple[bool, ...]:
    """Say of the items of the tuples that an iterable gives, as far as they are told apart, which number its turns."""
    calls = _creations(program, node)
    call = calls[0] if len(calls) == 1 else None
    if call is None or depth > _DEEPEST:
        return ()
    if "builtins.zip" in call.names:
        return tuple(_gives_numbers(program, argument) for argument in call.node.args)
    facts = call.entry.facts if call.entry is not None else {}
    if facts.get("numbers"):
        return (True,)
    if facts.get("data") == "take" and call.receiver is not None:
        return _items_that_count(program, call.receiver, depth + 1)
    return next((_items_that_count(program, each, depth + 1) for each in _inner(program, call)), ())


def _gives_numbers(program: Program, node: ast.expr) -> bool:
    return bool(ranges(program, node)) or is_endless_count(program, node)


def _computed(place: LoopAt) -> set[str]:
    """Give the names that a loop binds to anything but a constant, a length, or what they were and more."""
    found: set[str] = set()
    for node in place.document.within(place.node, ast.Assign, ast.For, ast.AsyncFor, ast.NamedExpr):
        match node:
            case ast.Assign([ast.Name()]) if _adds(node):
                pass
            case ast.Assign(_, value) if isinstance(value, ast.Constant) or _is_length(value):
                pass
            case ast.Assign(targets=targets):
                found |= {each.id for target in targets for each in ast.walk(target) if _is_bound(each)}
            case ast.For(target=target) | ast.AsyncFor(target=target) | ast.NamedExpr(target=target):
                found |= {each.id for each in ast.walk(target) if _is_bound(each)}
    return found


def _adds(node: ast.AST) -> bool:
    """Say whether a statement adds to what it renews."""
    renewed = augmented(node)
    return renewed is not None and isinstance(renewed.op, ast.Add)


def _begun(place: LoopAt) -> set[str]:
    """Give the names that each turn of a loop gives a constant."""
    given = (each for each in place.node.body if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant))
    always = (each for each in given if not any(control.passes_over for control in above(place.document, each)))
    return {name for each in always for name in names_in(*each.targets)}


def _is_bound(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _is_step(added: ast.expr, computed: set[str]) -> bool:
    """Say whether what is added is a number of turns or samples, or part of one: the same in all turns, or a length."""
    if isinstance(added, ast.BinOp):
        return _is_step(added.left, computed) and _is_step(added.right, computed)
    return _is_length(added) or not any(
        isinstance(each, ast.Call) or (isinstance(each, ast.Name) and each.id in computed) for each in ast.walk(added)
    )


def anneals(program: Program, document: Document, target: ast.expr | None, added: ast.expr) -> bool:
    """Say whether what is added to a name or attribute is no whole number, as what anneals a weight: it counts nothing.

    Of a setting the name tells it that begins as such a number: what counts begins as a whole one.
    """
    numbers = known_numbers(program, document, added)
    if numbers or target is None or not is_setting(program, added):
        return _are_fractions(numbers)
    beginning = beginnings(program, document, target)
    known = [known_numbers(program, each.document, each.value) for each in beginning if isinstance(each, Assignment)]
    return 0 < len(known) == len(beginning) and all(
        numbers and all(isinstance(each, float) for each in numbers) for numbers in known
    )


def beginnings(program: Program, document: Document, target: ast.expr) -> list[Definition]:
    """Give what a name or attribute is given beside what changes it from what it was."""
    given: Sequence[Definition] = ()
    match target:
        case ast.Attribute(attr=name):
            given = program.def_use.attributes.get(name, ())
        case ast.Name(name) if (home := program.scope(document, target).home(name)) is not None:
            given = program.def_use.names.get((home, name), ())
    return [each for each in given if not isinstance(each, Assignment) or not _renews(each)]


def _renews(assignment: Assignment) -> bool:
    """Say whether a name or attribute is given what is computed from what it was."""
    return augmented(assignment.by) is not None or written(assignment.target) in variables_in(assignment.value)


def _target(statement: ast.stmt) -> ast.expr | None:
    match statement:
        case ast.AugAssign(target) | ast.Assign([target]):
            return target
    return None


def is_fraction(program: Program, added: ast.expr) -> bool:
    """Say whether what is added is surely no whole number, as what anneals a weight, and so counts nothing."""
    home = program.home(added)
    return home is not None and _are_fractions(known_numbers(program, home, added))


def _are_fractions(numbers: Collection[int | float]) -> bool:
    return bool(numbers) and all(isinstance(each, float) and not each.is_integer() for each in numbers)


def _is_length(node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Name("len")) | ast.Subscript(ast.Attribute(attr="shape")):
            return True
    return False


def is_set_before(document: Document, statement: ast.stmt, name: str) -> bool:
    """Say whether a name or attribute has another value than in the turn before when a loop comes to a statement.

    The loop is the innermost around the statement; in a function without one it is each call.
    """
    for outer in (statement, *document.ancestors(statement)):
        if isinstance(outer, ast.For | ast.AsyncFor | ast.While | FunctionNode | ast.Module) and outer is not statement:
            return isinstance(outer, ast.For | ast.AsyncFor) and name in variables_in(outer.target)
        if isinstance(outer, ast.stmt):
            block = document.block(outer)
            if any(_sets(each, name) for each in block[: block.index(outer)]):
                return True
    return False


def _sets(statement: ast.stmt, name: str) -> bool:
    """Say whether a statement gives a name or attribute a value, whichever way it takes, without what it was."""
    match statement:
        case ast.Assign(targets, value):
            return name in variables_in(*(each for target in targets for each in _stored(target))) - variables_in(value)
        case ast.If(_, body, orelse):
            return all(any(_sets(each, name) for each in branch) for branch in (body, orelse))
        case ast.With(body=body):
            return any(_sets(each, name) for each in body)
    return False


def _stored(target: ast.expr) -> Iterator[ast.expr]:
    """Yield the names and attributes that an assignment to a target gives values: none where it is an item."""
    match target:
        case ast.Tuple(parts) | ast.List(parts):
            yield from (each for part in parts for each in _stored(part))
        case ast.Starred(inner):
            yield from _stored(inner)
        case ast.Name() | ast.Attribute():
            yield target


def exits(place: LoopAt) -> Iterator[tuple[ast.If, ...]]:
    """Yield the `if`s around each way out of a loop other than its end, the outermost first.

    The end of the program with success is one, and so is an exception that is caught behind the loop. The last is the
    `if` in its own block by which a turn ends before it comes there, where there is one: `if step < last: continue`.
    """
    yield from _exits(place, place.node.body, (), False)


def yields_for_ever(function: Function) -> bool:
    """Say whether a generator yields in a loop that nothing leaves.

    One that only looks again until it has found a sample, and is left then, ends with the loop around it.
    """
    document = function.site.module.document
    return any(
        isinstance(node, ast.While)
        and isinstance(node.test, ast.Constant)
        and bool(node.test.value)
        and any(isinstance(inside, ast.Yield | ast.YieldFrom) for inside in document.within(node))
        and next(exits(LoopAt(document, node)), None) is None
        for node in document.within(function.site.node)
    )


def _exits(
    place: LoopAt, block: list[ast.stmt], around: tuple[ast.If, ...], inside: bool
) -> Iterator[tuple[ast.If, ...]]:
    skipping: tuple[ast.If, ...] = ()
    for statement in block:
        match statement:
            case ast.Break() if not inside:
                yield (*around, *skipping)
            case ast.Return():
                yield (*around, *skipping)
            case ast.Raise() | ast.Expr() if ends_program(statement) or _is_caught_behind(place, statement):
                yield (*around, *skipping)
            case ast.If(_, [*_, ast.Continue()], []) if not inside:
                yield from _exits(place, statement.body, (*around, statement), inside)
                skipping = (statement,)
            case ast.If(_, body, orelse):
                yield from _exits(place, body, (*around, statement), inside)
                yield from _exits(place, orelse, (*around, statement), inside)
            case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
                yield from _exits(place, body, around, True)
                yield from _exits(place, orelse, around, inside)
            case ast.With(body=body):
                yield from _exits(place, body, around, inside)
            case ast.Try(body=body, orelse=orelse, finalbody=final):
                yield from _exits(place, [*body, *orelse, *final], around, inside)


def _is_caught_behind(place: LoopAt, statement: ast.stmt) -> bool:
    """Say whether a statement of a loop raises what a `try` around the loop catches, and none within it."""
    match statement:
        case ast.Raise(ast.Call(raised)) | ast.Raise(raised) if raised is not None:
            name = ast.dump(raised)
        case _:
            return False
    within: ast.AST = statement
    is_behind = False
    for outer in place.document.ancestors(statement):
        if isinstance(outer, FunctionNode):
            break
        handlers = outer.handlers if isinstance(outer, ast.Try) and within in outer.body else []
        if any(_catches(handler, name) for handler in handlers):
            return is_behind
        within, is_behind = outer, is_behind or outer is place.node
    return False


def _catches(handler: ast.ExceptHandler, raised: str) -> bool:
    """Say whether a handler is for all exceptions, or for the one of a name."""
    match handler.type:
        case None | ast.Name("Exception" | "BaseException"):
            return True
        case ast.Tuple(types):
            return any(ast.dump(each) == raised for each in types)
    return ast.dump(handler.type) == raised
