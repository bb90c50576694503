"""What a loop with fewer turns computes from its counter: periods, comparisons, and values for the training.

`if step % 100 == 0` and `if step == n - 1` mean so much of the whole work: the numbers beside the counter are divided as
the turns are. A rate that is computed from the counter is computed from the steps of all processes.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from farandole.analysis.augmented import augmented
from farandole.analysis.call_order import run_by
from farandole.analysis.control_dependence import controlled, controls, passing_over
from farandole.analysis.def_use import Assignment
from farandole.analysis.defaults import known_numbers
from farandole.analysis.loops import (
    Count,
    LoopAt,
    as_comparison,
    counters,
    equal_sides,
    loops_around,
    shifted,
    summands,
)
from farandole.analysis.nodes import Loop
from farandole.analysis.program import Call
from farandole.analysis.scopes import Comprehension
from farandole.frameworks.horovod.rate_changes import rate_changes
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.decided import (
    admits,
    decided_by,
    holder_of,
    is_apart,
    is_for_report,
    reports,
)
from farandole.rules.horovod.division.fed import assigned_in, fed_by, is_arithmetic
from farandole.rules.horovod.division.means import converted, divisors, period_means
from farandole.rules.horovod.division.remainders import (
    comparing,
    is_that_turn,
    last_of,
    number_again,
    outer_remainders,
    remainder,
    remaining,
    same_period,
)
from farandole.rules.horovod.division.sampling import is_random
from farandole.rules.horovod.division.told import Turns, told
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document
from farandole.source.binding import names_in, stored_among

_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_COLLECTIONS = (ast.List, ast.Tuple, ast.Set, ast.Name, ast.Attribute)
_SHORT = 10
"""The longest period by whose turns samples alternate; longer ones are so much work."""

_SMALL = 1
"""Numbers of turns that are not divided: the first turn and the one after it."""


@dataclass(frozen=True)
class Uses:
    """How a loop uses its counter.

    `divided` are numbers that are divided and never to zero, periods among them, `later` periods of which another turn
    than the first is meant, with its number, `limits` other numbers of turns that the counter is compared with, `last`
    the last turns of a period with the period, `multiplied` the uses of the counter that stand for the steps of all
    processes, `reading` calls that get the counter and give the training what it trains on, `listed` collections of
    numbers of turns that the counter is looked for in, `kept` such that are read by it and not written down, `ends`
    names of numbers that lie some turns after where the counter begins, each with that.
    """

    divided: tuple[ast.expr, ...]
    later: tuple[tuple[ast.expr, int], ...]
    limits: tuple[ast.expr, ...]
    last: tuple[tuple[ast.expr, ast.expr], ...]
    multiplied: tuple[ast.Name, ...]
    reading: tuple[ast.Call, ...]
    listed: tuple[ast.expr, ...] = ()
    kept: tuple[ast.expr, ...] = ()
    ends: tuple[tuple[ast.expr, ast.expr], ...] = ()

    @property
    def changes(self) -> bool:
        """Whether something of it is divided, or multiplied."""
        return any((self.divided, self.later, self.limits, self.last, self.multiplied, self.listed, self.ends))

    @property
    def doubt(self) -> str:
        """What a person must look at: collections that count turns, perhaps, and stay as they are."""
        names = dict.fromkeys(f"`{ast.unparse(each)}`" for each in self.kept)
        return f"{' and '.join(names)} must not count turns: what it holds stays as it is" if names else ""


_NO_USES = Uses((), (), (), (), (), ())


def without(found: Uses, is_left_out: Callable[[ast.expr], bool]) -> Uses:
    """Give the uses of a counter without some of the numbers that it is compared with."""
    return replace(
        found,
        divided=tuple(each for each in found.divided if not is_left_out(each)),
        later=tuple(each for each in found.later if not is_left_out(each[0])),
        limits=tuple(each for each in found.limits if not is_left_out(each)),
        last=tuple(each for each in found.last if not is_left_out(each[1])),
        ends=tuple(each for each in found.ends if not is_left_out(each[0])),
    )


def uses(
    script: Script, place: Turns, counts: tuple[ast.expr, ...], shrunk: frozenset[str], steps: tuple[Call, ...]
) -> Uses:
    """Tell the uses of a loop's counter apart, where its turns are told; `steps` are the calls that train.

    `counts` are divided where they stand, and the names `shrunk` where they are bound.
    """
    own = _counting_turns(script, place, lambda test: not admits(script, place.document, test))
    values = assigned_in(script, place)
    loads = [_Load.of(script, place, node) for node in _loads(place.node, own | _derived(own, values))]
    wholes = dict(_wholes(place, values, own, counts, shrunk))
    names = own | wholes.keys()
    counted = _Counted(counts, shrunk, names, place.starts)
    tests = [
        (each.node, each.test)
        for each in loads
        if each.test is not None
        and each.node.id in names
        and not admits(script, place.document, each.test)
        and not any(
            _alternates(script, place.document, test, steps) or _takes_samples(script, place, test, steps, own)
            for test in _in_period(script, place, each.test)
        )
        and (not _is_membership(each.test) or _decides(script, place.document, each.test, ()))
    ]
    tests = [each for each in tests if not _needs_turns(script, place, each[1], [test for _, test in tests])]
    compared = _compared(script, place.document, tests, counted)
    divided = (
        *compared.divided,
        *_means(script, place.document, place.node, tests, compared.divided),
        *_numbers_of_periods(script, place, names, compared.divided),
    )
    multiplied, reading = _passed(script, [each for each in loads if each.test is None], counted, steps, place)
    counting = {node.id for node in (*(node for node, _ in tests), *multiplied)}
    turns = tuple(count for name, count in wholes.items() if count is not None and name in counting)
    return replace(compared, divided=(*divided, *turns), multiplied=multiplied, reading=reading)


def reading(script: Script, place: LoopAt, steps: tuple[Call, ...]) -> tuple[ast.Call, ...]:
    """Give the calls of a loop that get its counter, and give its training steps what they train on."""
    return uses(script, Turns.of(script, place), (), frozenset(), steps).reading


def _in_period(script: Script, place: Turns, test: ast.expr) -> tuple[ast.expr, ...]:
    """Give a test of a counter, and those of the same period in its function."""
    return (test, *same_period(script, place.document, test))


def alternates(script: Script, document: Document, node: ast.Name, steps: tuple[Call, ...]) -> bool:
    """Say whether a counter is tested by a short period that makes what a step trains on another in some turns."""
    test = _test(script, node, tuple(document.ancestors(node)))
    same = (test, *same_period(script, document, test)) if test is not None else ()
    return any(_alternates(script, document, each, steps) for each in same)


def _alternates(script: Script, document: Document, test: ast.expr, steps: tuple[Call, ...]) -> bool:
    """Say whether a test of a short period makes what a step trains on another in some turns: of the same part as before."""
    period, holder = remainder(script, test), holder_of(document, test)
    if period is None or holder is None or not _is_short(script, document, period[1]):
        return False
    return not is_apart(script, document, holder, script.slices.of_arguments(steps))


def _takes_samples(script: Script, place: Turns, test: ast.expr, steps: tuple[Call, ...], turns: set[str]) -> bool:
    """Say whether samples are taken at the turns of a period alone, and all turns until the next one train on these."""
    document, holder = place.document, holder_of(place.document, test)
    if holder is None or remainder(script, test) is None or not document.contains(place.node, holder):
        return False
    bound = defaultdict[str, list[ast.AST]](list)
    for each in document.within(place.node, ast.Name):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            bound[each.id].append(document.statement(each))
    given = (
        each
        for step in steps
        if document.contains(place.node, step.node)
        and not any(document.contains(each, step.node) for each in decided_by(document, holder))
        for each in step.arguments
    )
    return any(
        isinstance(by, ast.Assign)
        and isinstance(by.value, ast.Call)
        and any(document.contains(each, by) for each in decided_by(document, holder))
        and names_in(by.value).isdisjoint(turns)
        for node in given
        for by in _bound_by(node, bound)
    )


def _bound_by(node: ast.expr, bound: Mapping[str, Sequence[ast.AST]], depth: int = 4) -> Iterator[ast.AST]:
    """Yield what alone binds a name, or the names that a dictionary or list holds as they are, through other names."""
    match node:
        case ast.Dict(values=items) | ast.List(items) | ast.Tuple(items):
            yield from (by for each in items for by in _bound_by(each, bound, depth))
        case ast.Name(name) if len(bound.get(name, ())) == 1 and depth:
            by = bound[name][0]
            yield by
            if isinstance(by, ast.Assign) and isinstance(by.targets[0], ast.Name):
                yield from _bound_by(by.value, bound, depth - 1)


def _is_short(script: Script, document: Document, period: ast.expr) -> bool:
    numbers = known_numbers(script, document, period)
    return bool(numbers) and all(each <= _SHORT for each in numbers)


def _wholes(
    place: Turns,
    values: dict[str, list[ast.expr]],
    names: set[str],
    counts: tuple[ast.expr, ...],
    shrunk: frozenset[str],
) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield what counts the turns of all rounds of a loop, as `epoch * n + i` does, with the count to divide in it.

    None instead of one that is divided where it is bound, and for what counts the turns of one round under another name.
    """
    yield from ((name, None) for name in _renamed(place, values, names))
    known = {ast.dump(count) for count in counts}
    for name, given in values.items():
        found = _rounds(given[0]) if len(given) == 1 else None
        if found is None or found[1].id not in names:
            continue
        for each in found[0]:
            if isinstance(each, ast.Name) and each.id in shrunk:
                yield name, None
            elif ast.dump(each) in known:
                yield name, each


def _renamed(place: Turns, values: Mapping[str, Sequence[ast.expr]], names: Set[str]) -> Iterator[str]:
    """Yield the names that each turn of a loop binds to its number, or to one some turns before or after it."""
    for name, given in values.items():
        match [shifted(each) for each in given]:
            case [ast.Name(counter)] if counter in names and name not in names:
                yield name
            case [ast.BinOp(ast.Name(counter), ast.Div() | ast.FloorDiv(), step)] if counter in names - {name}:
                if _is_stride(place.node, counter, step):
                    yield name


def _is_stride(node: ast.AST, counter: str, step: ast.expr) -> bool:
    """Say whether a loop walks from zero in steps of a number: `for start in range(0, n, size)`."""
    match node:
        case ast.For(ast.Name(name), ast.Call(ast.Name("range"), [ast.Constant(0), _, stride])):
            return name == counter and ast.dump(stride) == ast.dump(step)
    return False


def _rounds(node: ast.AST) -> tuple[tuple[ast.expr, ast.expr], ast.Name] | None:
    """Give the factors of what earlier rounds took, and the counter, in the turn of all rounds: `(epoch - 1) * n + i`.

    Whole numbers may be added, or taken away: where the counting begins with one.
    """
    match shifted(node) if isinstance(node, ast.expr) else None:
        case ast.BinOp(left, ast.Add(), right):
            pass
        case _:
            return None
    match shifted(left), shifted(right):
        case (ast.BinOp(one, ast.Mult(), other), ast.Name() as counter) | (
            ast.Name() as counter,
            ast.BinOp(one, ast.Mult(), other),
        ):
            return (one, other), counter
    return None


def periods(script: Script, place: Turns, fed: Collection[ast.AST]) -> Uses:
    """Give the periods by which a loop saves or evaluates, told by its counter, where its data are divided.

    `fed` are the nodes from which what its training steps get is computed. A period that decides on that, does not save
    or evaluate, or divides anything but sums and the counter, may count something else: it is not given.
    """
    own = _counting_turns(script, place, lambda test: is_for_report(script, place.document, test, fed))
    own |= {*_renamed(place, assigned_in(script, place), own)}
    loads = [_Load.of(script, place, node) for node in _loads(place.node, own)]
    tests = [
        (each.node, each.test)
        for each in loads
        if each.test is not None
        and (
            _decides(script, place.document, each.test, fed)
            if _is_membership(each.test)
            else (holder := holder_of(place.document, each.test)) is not None
            and reports(script, place.document, holder, fed)
            and (
                (_is_number_of_turns(script, each) and _divides_sums(script, place, holder, each.test, own))
                or _begins_anew(place.document, holder, each)
                or _compares_moved(script, place.document, each)
            )
        )
    ]
    found = _compared(script, place.document, tests, _Counted((), frozenset(), own, place.starts))
    means = _means(script, place.document, place.node, tests, found.divided)
    holders = ((holder_of(place.document, test), remainder(script, test)) for _, test in tests)
    numbers = [
        number
        for holder, period in holders
        if holder is not None and period is not None and period[1] in found.divided
        for number in _counted_by(decided_by(place.document, holder), period[1], own)
    ]
    anew = {
        node for _, test in tests if (holder := holder_of(place.document, test)) is not None for node in _anew(holder)
    }
    put_back, limits = ([each for each in found.limits if (each in anew) is is_anew] for is_anew in (True, False))
    return replace(found, divided=(*found.divided, *means, *numbers, *put_back), limits=tuple(limits))


def periods_told(script: Script, place: Turns, fed: Collection[ast.AST]) -> Iterator[tuple[Document, Uses]]:
    """Yield what functions compare the counter of a loop over divided data with that tell it when to save or evaluate."""
    asked = [
        node for node in place.document.within(place.node, ast.Call) if holder_of(place.document, node) is not None
    ]
    asking = [call for call in map(script.call, asked) if call is not None and len(call.functions) == 1]
    reporting = [call for call in asking if is_for_report(script, place.document, call.node, fed)]
    functions = {function.site.node for call in reporting for function in call.functions}
    for inner in told(script, place):
        for load in inner.document.names(*inner.names) if inner.node in functions else ():
            is_read = isinstance(load.ctx, ast.Load) and inner.document.contains(inner.node, load)
            found = tested(script, inner.document, load) if is_read else None
            if found is not None:
                yield inner.document, replace(found, limits=())


def _counting_turns(script: Script, place: Turns, is_divided: Callable[[ast.expr], bool]) -> set[str]:
    """Give the names that count a loop's turns, without those that count periods that are divided as the turns are.

    A loop with fewer turns has as many of those periods, so that what counts them is compared with what it was.
    """
    names = place.names
    return {name for name in names if not _counts_periods(script, place, name, names - {name}, is_divided)}


def counting(script: Script, place: LoopAt) -> set[str]:
    """Give the names that count the turns of a loop, and those that arithmetic makes of them."""
    own = counters(script, place)
    return own | _derived(own, assigned_in(script, place))


def is_of_periods(script: Script, place: LoopAt, limit: Count) -> bool:
    """Say whether a limit at which a loop ends is compared with what counts periods of its turns, and not with turns.

    `patience` is such a limit where a loop evaluates every so many turns, and is left when that has not helped so often.
    """
    test = next((each for each in limit.document.ancestors(limit.node) if isinstance(each, ast.Compare)), None)
    if test is None or limit.document is not place.document:
        return False
    compared = (names_in(test) - names_in(limit.node)) & counters(script, place)
    turns = _counting_turns(script, Turns.of(script, place), lambda test: not admits(script, place.document, test))
    return bool(compared) and compared.isdisjoint(turns)


def _counts_periods(
    script: Script, place: Turns, name: str, turns: Set[str], is_divided: Callable[[ast.expr], bool]
) -> bool:
    """Say whether a number is added to a name at a turn of periods of a loop, and never else."""
    added = [
        each
        for each in place.document.within(place.node)
        if isinstance(each, ast.Assign | ast.AugAssign) and name in stored_among(ast.walk(each)) and _adds(each, name)
    ]
    return bool(added) and all(
        any(
            not names_in(period[0]).isdisjoint(turns) and is_divided(test)
            for test, period in _periods_around(script, place, each)
            if remaining(script, place.document, test) is not None
            or number_again(place.document, test, period[1]) is not None
        )
        or any(is_divided(test) for test in _tests_begun_anew(script, place, each, turns))
        for each in added
    )


def _tests_begun_anew(script: Script, place: Turns, statement: ast.stmt, turns: Set[str]) -> Iterator[ast.Compare]:
    """Yield where a statement waits until a count of turns, begun anew then, is a number that is divided, or to be."""
    for control in controls(place.document, statement):
        match control.by, control.holds:
            case ast.If(ast.Compare(left, [ast.Gt() | ast.GtE() | ast.Eq()], _) as test) as choice, True:
                waiting, _ = controlled(place.document, choice)
            case ast.If(ast.Compare(left, [ast.Lt() | ast.LtE() | ast.NotEq()], _) as test) as choice, False:
                _, waiting = controlled(place.document, choice)
            case _:
                continue
        begun = (each for each in waiting if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant))
        anew = {name for each in begun for name in stored_among(ast.walk(each))} & turns
        counts = [each for each in ast.walk(left) if isinstance(each, ast.Name) and each.id in anew]
        told = _compared(script, place.document, [(each, test) for each in counts], _Counted((), frozenset(), turns))
        is_divided = bool(told.limits) or any(is_size(script.call(each)) for each in ast.walk(test))
        if is_divided and counts and place.document.contains(place.node, choice):
            yield test


def _adds(statement: ast.Assign | ast.AugAssign, name: str) -> bool:
    """Say whether a statement adds to what a name is, by an operator or in an assignment."""
    return isinstance(statement, ast.AugAssign) or name in names_in(statement.value)


def _periods_around(
    script: Script, place: Turns, statement: ast.stmt
) -> Iterator[tuple[ast.expr, tuple[ast.expr, ast.expr]]]:
    """Yield the remainders that a statement of a loop waits for, with what is divided there, and by what."""
    for control in passing_over(place.document, statement, place.node):
        for test in ast.walk(control.by.test):
            period = remainder(script, test) if isinstance(test, ast.expr) else None
            is_left_out = control.holds is False
            if period is not None and isinstance(test, ast.expr) and _is_of_others(place.document, test) is is_left_out:
                yield test, period


def _needs_turns(script: Script, place: Turns, test: ast.expr, divided: Sequence[ast.expr]) -> bool:
    """Say whether what is done at a period reads what a loop binds at turns of another one alone, which is not divided.

    With the period divided it might come before the first of those turns: the name would be bound to nothing yet.
    """
    holder = holder_of(place.document, test)
    if holder is None or remainder(script, test) is None:
        return False
    read = defaultdict[str, list[ast.stmt]](list)
    for each in (node for statement in decided_by(place.document, holder) for node in ast.walk(statement)):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            read[each.id].append(place.document.statement(each))
    scope = script.scope(place.document, place.node.body[0])
    for name, statements in read.items():
        home = scope.home(name)
        bound = script.def_use.names.get((home, name), ()) if home is not None else ()
        periods_around = ({other for other, _ in _periods_around(script, place, each)} for each in statements)
        around = set[ast.expr].intersection(*periods_around)
        waiting = [
            isinstance(each, Assignment)
            and isinstance(each.by, ast.stmt)
            and place.document.contains(place.node, each.by)
            and any(
                other not in divided and other not in around for other, _ in _periods_around(script, place, each.by)
            )
            for each in bound
        ]
        if waiting and all(waiting):
            return True
    return False


def _is_of_others(document: Document, test: ast.expr) -> bool:
    """Say whether a test of a remainder holds at all turns but those of the period: `if step % 100:`."""
    match document.parent(test):
        case ast.Compare(_, [ast.Eq()], _) | ast.UnaryOp(ast.Not()):
            return False
    return True


def _is_membership(test: ast.expr) -> bool:
    """Say whether a test looks for the counter among other numbers: `step in (1000, 2000)`."""
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.In | ast.NotIn)


def _decides(script: Script, document: Document, test: ast.expr, fed: Collection[ast.AST]) -> bool:
    """Say whether a test decides on saving, evaluating, or another rate, and on nothing that a step trains on.

    What a loop looks for its counter in may be places of samples elsewhere.
    """
    holder = holder_of(document, test)
    if holder is None or not is_apart(script, document, holder, fed):
        return False
    return reports(script, document, holder, fed) or any(
        document.contains(statement, node)
        for each in script.trainings
        for _, node in rate_changes(script, each)
        for statement in decided_by(document, holder)
    )


def _turns_told(script: Script, document: Document, test: ast.Compare) -> Uses:
    """Tell the turns of a collection: where something is kept for each of them, they must be written down."""
    turns = test.comparators[0]
    if any(training.pattern in GRAPHS for training in script.trainings) and script.instances(test.left, "variable"):
        return _NO_USES  # a variable is looked for among variables, by which one it is
    bound = script.slices.assignments(document, turns) if isinstance(turns, ast.Name | ast.Attribute) else ()
    keys = _keys(document, bound)
    if not _is_mapping(document, turns, bound):
        return replace(_NO_USES, listed=(turns,))
    return replace(_NO_USES, limits=keys) if keys else replace(_NO_USES, kept=(turns,))


def _is_mapping(document: Document, turns: ast.expr, bound: Sequence[Assignment]) -> bool:
    """Say whether something is kept for each turn of a collection, as in a dictionary: a loop reads it by them."""
    loops = [each for each in document.ancestors(turns) if isinstance(each, Loop)]
    read = (
        ast.dump(each.value) == ast.dump(turns)
        for each in (document.within(loops[-1]) if loops else ())
        if isinstance(each, ast.Subscript) or (isinstance(each, ast.Attribute) and each.attr in ("get", "index"))
    )
    return any(isinstance(each.value, ast.Dict | ast.DictComp) for each in bound) or any(read)


def _keys(document: Document, bound: Sequence[Assignment]) -> tuple[ast.expr, ...]:
    """Give the numbers of a collection that is bound once, in the file of the loop, where all are written down."""
    match [each.value for each in bound if each.document is document or len(bound) > 1]:
        case [ast.Dict(keys)]:
            numbers = [each for each in keys if each is not None]
        case [ast.List(keys) | ast.Tuple(keys)]:
            numbers = [*keys]
        case _:
            return ()
    written = all(isinstance(each, ast.Constant) and isinstance(each.value, int) for each in numbers)
    return tuple(numbers) if written and len(numbers) == len(keys) else ()


def last_turns(script: Script, place: LoopAt, counts_turns: Callable[[ast.expr], bool]) -> Iterator[ast.expr]:
    """Yield the numbers of turns whose last one a loop over divided data tells by its counter.

    That is `n` in `i == n - 1`, and in `i == n` where the counting begins with one.
    """
    from_one = _numbers_from_one(place)
    for node in _loads(place.node, counters(script, place)):
        load = _Load.of(script, place, node)
        match load.test:
            case ast.Compare(left, [ast.Eq() | ast.NotEq()], [right]) as test if not admits(
                script, place.document, test
            ):
                mine, other = (left, right) if node in ast.walk(left) else (right, left)
            case _:
                continue
        match mine, other:
            case ast.Name(), ast.BinOp(number, ast.Sub(), ast.Constant(1)):
                pass
            case ast.BinOp(ast.Name(), ast.Add(), ast.Constant(1)), number:
                pass
            case ast.Name(name), number if name == from_one:
                pass
            case _:
                continue
        if counts_turns(converted(number)):
            yield converted(number)


def _numbers_from_one(place: LoopAt) -> str | None:
    """Give the name by which a loop numbers its turns from one, if it does: `for i, batch in enumerate(data, 1)`."""
    match place.node:
        case ast.For(ast.Tuple([ast.Name(name), _]), ast.Call(ast.Name("enumerate"), [_, ast.Constant(1)], [])):
            return name
        case ast.For(
            ast.Tuple([ast.Name(name), _]),
            ast.Call(ast.Name("enumerate"), [_], [ast.keyword("start", ast.Constant(1))]),
        ):
            return name
    return None


def rounds_told(
    script: Script, place: LoopAt, fed: Collection[ast.AST], counts_turns: Callable[[ast.expr], bool]
) -> Iterator[ast.expr]:
    """Yield the lengths by which a loop over divided data tells the turn of all rounds, to save or evaluate then.

    That is `n` in `epoch * n + i`, where that is tested, by itself or by a name.
    """
    names = counters(script, place)
    inside = place.document.within(place.node)
    for node in (each for each in inside if isinstance(each, ast.BinOp)):
        found = _rounds(node)
        length = next((each for each in found[0] if counts_turns(converted(each))), None) if found is not None else None
        if found is None or found[1].id not in names or length is None:
            continue
        statement = place.document.statement(node)
        stored = stored_among(ast.walk(statement)) if isinstance(statement, ast.Assign) else set()
        named = (each for each in inside if isinstance(each, ast.Name) and each.id in stored)
        tests = (_test(script, each, tuple(_around(place.document, each, place.node))) for each in (node, *named))
        holders = (holder_of(place.document, test) for test in tests if test is not None)
        if any(holder is not None and reports(script, place.document, holder, fed) for holder in holders):
            yield length


def tested(script: Script, document: Document, node: ast.expr) -> Uses | None:
    """Tell what an expression that counts steps is compared with, by itself or by its remainder; None if it is not.

    Where it is a period, the means over it are divided with it, and the periods around it. A short one keeps its rhythm
    where it makes what a gradient is computed of another in some turns.
    """
    around = tuple(document.ancestors(node))
    test = _test(script, node, around)
    gradients = tuple(call for each in script.trainings for call in (*each.gradients, *each.minimizes))
    if test is None or admits(script, document, test) or _alternates(script, document, test, gradients):
        return None
    outer = ((period[0], each) for each, period in outer_remainders(script, document, test))
    tests = [(node, test), *(each for each in outer if not admits(script, document, each[1]))]
    own = {name for place in loops_around(document, node) for name in counters(script, place)}
    found = _compared(script, document, tests, _Counted((), frozenset(), set()))
    limits = tuple(each for each in found.limits if not (isinstance(each, ast.Name) and each.id in own))
    found = replace(found, limits=limits)  # a counter of the loop has the steps of a process, too
    loop = next((each for each in around if isinstance(each, Loop)), document.scope(node))
    counted = _counts_of_periods(script, document, test, found.divided)
    means = _means(script, document, loop, [(node, test)], found.divided)
    return replace(found, divided=(*found.divided, *means, *counted))


def count_of_periods(script: Script, document: Document, node: ast.expr) -> ast.expr | None:
    """Give the test of a period around the count of periods that a read stands in: of `(step + 1) // n`, at turns of `n`."""
    quotient = next((each for each in document.ancestors(node) if isinstance(each, ast.BinOp)), None)
    while quotient is not None and not isinstance(quotient.op, ast.FloorDiv):
        outer = document.parent(quotient)
        quotient = outer if isinstance(outer, ast.BinOp) else None
    if quotient is None or node not in ast.walk(quotient.left):
        return None
    for control in controls(document, node):
        for test in (each for each in ast.walk(control.by.test) if isinstance(each, ast.expr)):
            period = remainder(script, test)
            if period is not None and _is_written(period, (quotient.left, quotient.right)):
                return test
    return None


def _counts_of_periods(
    script: Script, document: Document, test: ast.expr, divided: Collection[ast.expr]
) -> Iterator[ast.expr]:
    """Yield where a period that is divided divides the counter again, at its turns: each process counts as many of them."""
    period, holder = remainder(script, test), holder_of(document, test)
    if period is None or holder is None or period[1] not in divided:
        return
    for each in (node for statement in decided_by(document, holder) for node in ast.walk(statement)):
        match each:
            case ast.BinOp(left, ast.Div() | ast.FloorDiv(), right) if _is_written(
                (shifted(period[0]), period[1]), (shifted(left), right)
            ):
                yield right


def _is_written(one: tuple[ast.expr, ast.expr], other: tuple[ast.expr, ast.expr]) -> bool:
    """Say whether two pairs of expressions are written in the same way."""
    return [ast.dump(each) for each in one] == [ast.dump(each) for each in other]


@dataclass(frozen=True)
class _Load:
    """A use of a counter, or of what is computed from it: the nodes around it in the loop, and the test it is part of."""

    node: ast.Name
    around: tuple[ast.AST, ...]
    test: ast.expr | None

    @classmethod
    def of(cls, script: Script, place: Turns | LoopAt, node: ast.Name) -> _Load:
        around = tuple(_around(place.document, node, place.node))
        return cls(node, around, _test(script, node, around))


@dataclass(frozen=True)
class _Counted:
    """What is divided where it stands, the names that are divided where they are bound, and those of the counters.

    `starts` is where the counters begin, as it is dumped: the first turn is that in each process.
    """

    counts: tuple[ast.expr, ...]
    shrunk: frozenset[str]
    names: Set[str]
    starts: frozenset[str] = frozenset()


def _compared(
    script: Script, document: Document, tests: Sequence[tuple[ast.expr, ast.expr]], counted: _Counted
) -> Uses:
    """Give the numbers that counters are compared with in the tests that they are part of."""
    divided: dict[ast.expr, None] = {}
    later: dict[tuple[ast.expr, int], None] = {}
    limits: dict[ast.expr, None] = {}
    last: dict[tuple[ast.expr, ast.expr], None] = {}
    ends: dict[ast.expr, ast.expr] = {}
    told: list[Uses] = []
    for node, test in tests:
        if isinstance(test, ast.Compare) and _is_membership(test):
            computed = (each for each in script.slices.of(document, test.comparators[0]) if isinstance(each, ast.Name))
            known = any(each.id in counted.names | counted.shrunk for each in computed)
            told += () if known else (_turns_told(script, document, test),)
            continue
        period = remainder(script, test)
        divisor = _divisor(test, node)
        if period is None and divisor is not None:  # the quotient, such as the epoch, may be too small to be divided
            divided.update((each, None) for each, _ in _number(divisor, counted))
            continue
        if period is None:
            for number in () if _fills_places(document, test, node) else _limits(script, test, node):
                moved = [
                    (each, True) for by in _moved_on(script, document, test, number) for each, _ in _number(by, counted)
                ]
                beyond = {} if moved else _ends(script, document, number, counted)
                ends |= beyond
                after = _after_start(script, document, number, counted)
                for each, is_count in moved or (() if beyond else _number(after, counted)):
                    (divided if is_count else limits)[each] = None
            continue
        turn, number = remaining(script, document, test), period[1]
        again = number_again(document, test, number)
        if again is not None:
            divided.update((each, None) for whole in (number, again) for each, _ in _number(whole, counted))
        elif turn is not None and isinstance(number, ast.Constant) and turn == last_of(number) != 0:
            compare = comparing(script, document, test)
            assert isinstance(compare, ast.Compare)
            last[compare.comparators[0], number] = None
            divided[number] = None
        elif turn in (0, 1) or (turn is not None and turn > 1 and is_that_turn(script, document, test)):
            for each, _ in _number(number, counted):
                if turn:
                    later[each, turn] = None
                else:
                    divided[each] = None
    limits.update(dict.fromkeys(turn for found in told for turn in found.limits))
    return Uses(
        tuple(divided),
        tuple(later),
        tuple(limits),
        tuple(last),
        (),
        (),
        tuple(turns for found in told for turns in found.listed),
        tuple(turns for found in told for turns in found.kept),
        tuple(ends.items()),
    )


def _moved_on(script: Script, document: Document, test: ast.expr, number: ast.expr) -> Iterator[ast.expr]:
    """Yield what a turn begins with and is moved on by, where an `if` that asks whether it has come tells the next one.

    That is `n` and `k` of `then = n`, and `if step >= then: then += k`, or `then = step + k`.
    """
    owner = script.scope(document, test).home(number.id) if isinstance(number, ast.Name) else None
    holder = holder_of(document, test)
    if holder is None or not isinstance(number, ast.Name) or owner is None:
        return
    given = script.def_use.names.get((owner, number.id), ())
    told = [each for each in given if isinstance(each, Assignment) and each.document is document]
    counters = names_in(test) - {number.id}
    moving = {each.by: by for each in told if (by := _moved_by(each, counters)) is not None}
    known = len(told) == len(given) and not any(each.part and each.by not in moving for each in told)
    if known and any(each in holder.body for each in moving):
        yield from (moving.get(each.by, each.value) for each in told)


def _moved_by(assignment: Assignment, counters: Set[str]) -> ast.expr | None:
    """Give by how much an assignment moves a turn on, from what it was or from one of some counters."""
    renewed = augmented(assignment.by)
    if renewed is not None and isinstance(renewed.op, ast.Add):
        return renewed.value
    match assignment.by, assignment.value:
        case ast.Assign([ast.Name()]), ast.BinOp(ast.Name(counter), ast.Add(), by) if counter in counters:
            return by
    return None


def _compares_moved(script: Script, document: Document, load: _Load) -> bool:
    """Say whether a count is compared with a turn that is moved on whenever it has come."""
    test = load.test
    numbers = () if test is None or remainder(script, test) is not None else _limits(script, test, load.node)
    return test is not None and any(any(_moved_on(script, document, test, each)) for each in numbers)


def _divisor(test: ast.expr, node: ast.expr) -> ast.expr | None:
    """Give the number that a counter is divided by in a test that it is part of."""
    for each in ast.walk(test):
        match each:
            case ast.BinOp(counted, ast.FloorDiv() | ast.Div(), divisor) if node in ast.walk(counted):
                return divisor
    return None


def _means(
    script: Script,
    document: Document,
    loop: ast.AST,
    tests: Sequence[tuple[ast.expr, ast.expr]],
    divided: Collection[ast.expr],
) -> Iterator[ast.expr]:
    """Yield where the periods that are divided divide sums of a loop themselves."""
    for _, test in tests:
        period, holder = remainder(script, test), holder_of(document, test)
        if period is not None and period[1] in divided and holder is not None:
            yield from period_means(loop, decided_by(document, holder), period[1])


def _numbers_of_periods(
    script: Script, place: Turns, names: Collection[str], divided: Collection[ast.expr]
) -> Iterator[ast.expr]:
    """Yield where a period that is divided divides the counter itself, for what is shown or names a file.

    Else the numbers of several periods would be one, and a file written over the one before it.
    """
    for period in {ast.dump(each): each for each in divided}.values():
        for number in _counted_by([place.node], period, names):
            if _is_shown(script, place.document, number):
                yield number


def _counted_by(statements: Sequence[ast.AST], period: ast.expr, names: Collection[str]) -> Iterator[ast.expr]:
    """Yield where statements divide a counter, of which `names` are the names, by a period: they number the periods."""
    for counted, number in divisors(statements, period):
        read = names_in(counted)
        is_counter = all(isinstance(each, ast.Name | ast.BinOp | ast.Constant) for each in _expressions(counted))
        if is_counter and read and read <= set(names):
            yield number


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    return (each for each in ast.walk(node) if isinstance(each, ast.expr))


def _is_shown(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a number comes, through arithmetic, into a text or to a call that writes."""
    for outer in document.ancestors(node):
        match outer:
            case ast.JoinedStr() | ast.BinOp(ast.Constant(str()), ast.Mod(), _):
                return True
            case ast.Call(ast.Attribute(ast.Constant(str()), "format")) | ast.Call(ast.Name("str")):
                return True
            case ast.Call() if not is_arithmetic(script, outer):
                call = script.call(outer)
                facts = call.entry.facts if call is not None and call.entry is not None else {}
                return bool(facts.get("writes"))
            case ast.stmt():
                return False
    return False


def _is_number_of_turns(script: Script, load: _Load) -> bool:
    """Say whether a remainder is taken of a counter and constants alone."""
    period = remainder(script, load.test) if load.test is not None else None
    parts = [each for each in ast.walk(period[0]) if isinstance(each, ast.expr)] if period is not None else []
    return bool(parts) and all(each is load.node or isinstance(each, ast.BinOp | ast.Constant) for each in parts)


def _begins_anew(document: Document, holder: ast.If, load: _Load) -> bool:
    """Say whether a count is put back at the number that it is compared with, by which nothing is divided there."""
    return isinstance(load.node, ast.Name) and any(
        isinstance(holder.test, ast.Compare)
        and ast.dump(holder.test.left) == ast.dump(load.node)
        and next(divisors(decided_by(document, holder), number), None) is None
        for number in _anew(holder)
    )


def _anew(holder: ast.If) -> Iterator[ast.expr]:
    """Yield the number at which an `if` puts the count that it compares with it back to zero."""
    match holder.test:
        case ast.Compare(ast.Name(name), [ast.GtE() | ast.Eq()], [number]):
            back = (each for each in holder.body if isinstance(each, ast.Assign) and name in stored_among(each.targets))
            if any(isinstance(each.value, ast.Constant) and each.value.value == 0 for each in back):
                yield number


def _divides_sums(script: Script, place: Turns, holder: ast.If, test: ast.expr, names: Collection[str]) -> bool:
    """Say whether the statements of an `if` divide nothing by its period but sums over it, and the counter to number it."""
    period = remainder(script, test)
    if period is None:
        return False
    decided = decided_by(place.document, holder)
    told = {*period_means(place.node, decided, period[1]), *_counted_by(decided, period[1], names)}
    return all(number in told for _, number in divisors(decided, period[1]))


def _passed(
    script: Script, loads: list[_Load], counted: _Counted, steps: tuple[Call, ...], place: Turns
) -> tuple[tuple[ast.Name, ...], tuple[ast.Call, ...]]:
    """Give the counters that a step is fed with, and the calls that are given one and feed a step."""
    reaching = fed_by(script, place, steps)
    multiplied: dict[ast.Name, None] = {}
    reading: dict[ast.Call, None] = {}
    for load in loads:
        if _is_within_subscript(load.around):
            continue
        calls = (each for each in load.around if isinstance(each, ast.Call) and not is_arithmetic(script, each))
        holder = next(calls, None)
        if any(step.node is holder for step in steps) or (holder is None and _is_given(load.around, steps)):
            fed = load.node.id in counted.names and _is_fed(load.around)
            if fed and not _is_divided(place.document, load, counted.shrunk):
                multiplied[load.node] = None
        elif holder in reaching and _computes(script, holder):
            multiplied[load.node] = None
        elif holder in reaching:
            reading[holder] = None
    return tuple(multiplied), tuple(reading)


def _computes(script: Script, node: ast.Call) -> bool:
    """Say whether a call of the project's functions computes a number, by arithmetic and not by chance."""
    call = script.call(node)
    if call is None or not call.functions:
        return False
    inside = [part for body in run_by(script, node) for part in script.within(body)]
    calls = [made for made in map(script.call, inside) if made is not None]
    return not any(isinstance(part, ast.Subscript | Comprehension | Loop) for part in inside) and all(
        made.functions or (is_arithmetic(script, made.node) and not is_random(made)) for made in calls
    )


def _test(script: Script, node: ast.expr, around: Sequence[ast.AST]) -> ast.expr | None:
    """Give the period or comparison that a use of the counter is part of, through arithmetic; None without one."""
    inner: ast.AST = node
    for index, outer in enumerate(around):
        period = remainder(script, outer)
        if period is not None and period[0] is inner:
            after = around[index + 1] if index + 1 < len(around) else None
            is_equated = after is not None and outer in (equal_sides(script, after) or ())
            is_tested = is_equated or isinstance(after, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.If | ast.IfExp)
            negative = isinstance(getattr(after, "op", None), ast.USub)
            return outer if is_tested and not negative and isinstance(outer, ast.expr) else None
        match outer:
            case ast.Compare(ops=operators) if all(isinstance(each, _ORDERED) for each in operators):
                return outer
            case ast.Compare(left, [ast.In() | ast.NotIn()], [turns]) if left is inner and isinstance(
                turns, _COLLECTIONS
            ):
                return outer
            case ast.BinOp() | ast.UnaryOp():
                inner = outer
            case ast.Call() if inner in (equal_sides(script, outer) or ()):
                return outer
            case _:
                return None
    return None


def _fills_places(document: Document, test: ast.expr, node: ast.expr) -> bool:
    """Say whether the first turns fill each the place of its number, of which there are as many as without a division."""
    holder = document.parent(test)
    filling = holder.body if isinstance(holder, ast.If) and holder.test is test else ()
    parts = (part for each in filling for part in ast.walk(each))
    stored = (each.slice for each in parts if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store))
    return any(ast.dump(each) == ast.dump(node) for each in stored)


def _limits(script: Script, test: ast.expr, node: ast.expr) -> Iterator[ast.expr]:
    """Yield the other sides of a comparison; of a mean, which is divided by the counter, there is none."""
    match as_comparison(script, test):
        case ast.Compare(left, comparators=comparators):
            sides = [left, *comparators]
            mine = next((side for side in sides if node in ast.walk(side)), left)
            quotients = (
                each for each in ast.walk(mine) if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div)
            )
            if not any(node in ast.walk(each.right) for each in quotients):
                yield from (side for side in sides if side is not mine)


def _after_start(script: Script, document: Document, number: ast.expr, counted: _Counted) -> ast.expr:
    """Give how many turns a number of turns lies after the first one: `n` in `start + n` and its like, else the whole."""
    match number:
        case ast.BinOp(ast.BinOp(start, ast.Add(), turns), ast.Add() | ast.Sub(), ast.Constant(int())) if _is_start(
            script, document, start, counted
        ):
            return turns
        case ast.BinOp(start, ast.Add(), turns) if _is_start(script, document, start, counted):
            return turns
        case _ if _is_start(script, document, number, counted):
            return ast.Constant(0)
    return number


def _ends(script: Script, document: Document, number: ast.expr, counted: _Counted) -> dict[ast.expr, ast.expr]:
    """Give the name in a number of turns that is computed as `start + turns`, if there is one, with the start."""
    match number:
        case ast.BinOp(name, ast.Add() | ast.Sub(), ast.Constant(int())):
            pass
        case name:
            pass
    if not isinstance(name, ast.Name) or name in counted.counts or name.id in counted.shrunk:
        return {}
    value = script.slices.bound(document, name)
    added = summands(value) if isinstance(value, ast.BinOp) else []
    starts = (each for each in added if script.home(each) is document and _is_start(script, document, each, counted))
    start = next(starts, None)
    return {name: start} if start is not None else {}


def _is_start(script: Script, document: Document, node: ast.expr, counted: _Counted) -> bool:
    bound = script.slices.bound(document, node) if counted.starts else None
    return ast.dump(node) in counted.starts or (bound is not None and ast.dump(bound) in counted.starts)


def _number(node: ast.expr, counted: _Counted) -> Iterator[tuple[ast.expr, bool]]:
    """Yield what is to be divided in a number of turns, and whether it is a count, as the loop's own: that, or the whole."""
    parts = [each for each in ast.walk(node) if isinstance(each, ast.expr)]
    if any(each in counted.counts for each in parts):
        return
    named = {ast.dump(count) for count in counted.counts if not isinstance(count, ast.Constant)}
    same = [each for each in parts if ast.dump(each) in named]
    shrunk = [each for each in parts if isinstance(each, ast.Name) and each.id in counted.shrunk]
    if same or shrunk:
        yield from ((each, True) for each in same if each not in shrunk)
        known = [*same, *shrunk]
        within = {part for each in known for part in ast.walk(each)}
        beside = (each for each in _terms(node) if each not in within and set(known).isdisjoint(ast.walk(each)))
        yield from ((each, False) for each in beside if _is_whole_number(each, counted))
        return
    if not _is_whole_number(node, counted):
        return
    match node:
        case ast.BinOp(number, ast.Add() | ast.Sub(), ast.Constant(1)):  # the turn beside that of the number
            yield number, True
        case _:
            yield node, False


def _is_whole_number(node: ast.expr, counted: _Counted) -> bool:
    """Say whether a number may be one of turns of all processes: it is not small, and computed from no counter or call.

    To be made another type's is no computation: `int(options.every)` is what the option says.
    """
    node = converted(node)
    small = isinstance(node, ast.Constant) and not (isinstance(node.value, int | float) and node.value > _SMALL)
    parts = list(ast.walk(node))
    counts = any(isinstance(each, ast.Name) and each.id in counted.names for each in parts)
    return not small and not counts and not any(isinstance(each, ast.Call) for each in parts)


def _terms(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what a number is added up from: `n` and `k` of `n - k`, and of `(n - k) // 2`."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            yield from (*_terms(left), *_terms(right))
        case ast.BinOp(whole, ast.Div() | ast.FloorDiv(), _) | ast.Call(_, [whole], []):
            yield from _terms(whole)
        case _:
            yield node


def _loads(loop: ast.AST, names: set[str]) -> Iterator[ast.Name]:
    for statement in getattr(loop, "body", []):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
                yield node


def _around(document: Document, node: ast.AST, loop: ast.AST) -> Iterator[ast.AST]:
    for outer in document.ancestors(node):
        if outer is loop:
            return
        yield outer


def _is_within_subscript(around: Sequence[ast.AST]) -> bool:
    return any(isinstance(each, ast.Subscript) for each in around)


def _is_fed(around: Sequence[ast.AST]) -> bool:
    """Say whether a use stands in a dictionary of what a call is fed with, as it is or in arithmetic."""
    dictionary = next((index for index, each in enumerate(around) if isinstance(each, ast.Dict)), None)
    return dictionary is not None and not any(isinstance(each, ast.JoinedStr) for each in around[:dictionary])


def _is_divided(document: Document, load: _Load, shrunk: frozenset[str]) -> bool:
    """Say whether what the counter is fed to is divided by a name that has shrunk: both are of one process then."""
    dictionary = next((each for each in load.around if isinstance(each, ast.Dict)), None)
    fed = [] if dictionary is None else zip(dictionary.keys, dictionary.values, strict=True)
    keys = {ast.dump(key) for key, value in fed if key is not None and load.node in ast.walk(value)}
    return any(
        isinstance(each.op, ast.Div)
        and isinstance(each.right, ast.Name)
        and each.right.id in shrunk
        and any(ast.dump(part) in keys for part in ast.walk(each.left))
        for each in document.nodes(ast.BinOp)
    )


def _is_given(around: Sequence[ast.AST], steps: tuple[Call, ...]) -> bool:
    """Say whether an assignment is to a name that a training step is given."""
    assigned = next((each for each in around if isinstance(each, ast.Assign)), None)
    targets = assigned.targets if assigned is not None else []
    names = names_in(*targets)
    arguments = [each for step in steps for each in (*step.node.args, *(one.value for one in step.node.keywords))]
    return any(isinstance(each, ast.Name) and each.id in names for each in arguments)


def _derived(names: set[str], values: dict[str, list[ast.expr]]) -> set[str]:
    """Give the names that arithmetic makes of the counter."""
    found: set[str] = set()
    for _ in values:
        found |= {
            name
            for name, given in values.items()
            if any(
                not any(isinstance(each, ast.Call | ast.Subscript) for each in ast.walk(value))
                and any(isinstance(each, ast.Name) and each.id in names | found for each in ast.walk(value))
                for value in given
            )
        }
    return found - names
