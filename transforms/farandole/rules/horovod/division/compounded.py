"""Numbers that each step changes by a factor, or by what is added or taken away: rates, temperatures, weights of a loss.

A process takes a part of the steps: each of them stands for one of every process.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from functools import partial

from farandole.analysis.augmented import augmented
from farandole.analysis.control_dependence import passing_over
from farandole.analysis.def_use import Assignment
from farandole.analysis.defaults import is_told, known_numbers
from farandole.analysis.loops import anneals, beginnings, is_fraction, is_set_before, loops_around, shifted
from farandole.analysis.nodes import Loop
from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.rate_changes import fed_rates, new_rate, rate_changes, stored
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import fetched_parts
from farandole.frameworks.tensorflow.tallies import runs_each_step, runs_in_a_row, runs_with_steps
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.annealed import given_to_variables
from farandole.rules.horovod.division.counters import counting
from farandole.rules.horovod.division.global_steps import all_steps
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.repeats import around_repeats, divided_loops
from farandole.rules.horovod.division.sampling import losses
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.rates.assigned import factors, settings
from farandole.source import Document, EditSet, layout
from farandole.source.binding import variables_in, written

_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub"})
_RUN = "tensorflow.Session.run"


def compounded_changes(script: Script, training: Training, shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the changes of that by which each step changes a number; a process takes a part of the steps.

    A factor that is computed from one process's part, `shrunk`, or from `hvd.size()`, is for its steps already.
    """
    for document in script.documents:
        for rate, factor in factors(script, document):
            if factor is None or not is_of_steps(script, training, document, rate):
                continue
            if is_for_one(script, document, factor, shrunk):
                yield Change(partial(_power, script, document, factor))
    for document, factor in dict.fromkeys(_of_variables(script, training)):
        if is_for_one(script, document, factor, shrunk):
            yield Change(partial(_power, script, document, factor))
    turned = frozenset(place.node for place in divided_loops(script, training, shrunk))
    for step in dict.fromkeys(_changed(script, training, turned)):
        if is_for_one(script, step.document, step.by, shrunk):
            edits = _power if step.multiplies else all_steps
            yield Change(partial(edits, script, step.document, step.by))


def _changed(script: Script, training: Training, turned: frozenset[ast.AST]) -> Iterator[_Step]:
    """Yield what each step, or turn, changes numbers by."""
    computing = _computing(script, training)
    yield from _of_names(script, training, turned)
    yield from _by_hand(script, training, turned, computing)
    yield from _by_operations(script, training, computing)


def is_of_steps(script: Script, training: Training, document: Document, rate: ast.expr) -> bool:
    """Say whether each step sets a rate, or each from some turn on; where several are on one batch, those of a batch."""
    return runs_in_a_row(script, training, document, rate, around_repeats(script, training))


def is_for_one(script: Script, document: Document, factor: ast.expr, shrunk: frozenset[ast.AST]) -> bool:
    """Say whether a factor counts the steps of one process alone, which has all of them."""
    nodes = script.slices.of(document, factor).nodes
    return shrunk.isdisjoint(nodes) and not any(is_size(script.call(node)) for node in nodes)


@dataclass(frozen=True)
class _Step:
    """What a number is changed by in a step: it is multiplied or divided by that, or that is added or taken away."""

    document: Document
    by: ast.expr
    multiplies: bool


def _of_names(script: Script, training: Training, turned: frozenset[ast.AST]) -> Iterator[_Step]:
    """Yield what each step, or turn, changes a number by that the rate is given as: what a placeholder is fed, or is set."""
    given = [*fed_rates(script, training)]
    given += [(document, value) for document in script.documents for _, value in settings(script, document)]
    for document, node in (place for each in given for place in stored(*each)):
        if _is_each_step(script, training, document, node, turned):
            step = _step(script, document, document.statement(node), written(node))
            if step is not None:
                yield step


def _by_hand(
    script: Script, training: Training, turned: frozenset[ast.AST], computing: Set[ast.AST]
) -> Iterator[_Step]:
    """Yield what each step, or turn, changes a number by that is among what the steps compute with, as a temperature."""
    for document in script.documents:
        for each in script.def_use.assigned_in(document, document.tree):
            target, is_whole = each.target, not each.part or isinstance(each.by, ast.AugAssign)
            if not is_whole or each.value not in computing or not isinstance(target, ast.Name | ast.Attribute):
                continue
            step = _step(script, document, document.statement(target), written(target))
            if step is None or not is_told(script, document, step.by) or not _begins_as_number(script, each):
                continue
            if _is_each_step(script, training, document, target, turned) and _is_unasked(script, document, target):
                yield step


def _is_unasked(script: Script, document: Document, target: ast.Name | ast.Attribute) -> bool:
    """Say whether a number is changed in each call of its function, whatever is measured; of a loop it is known."""
    place: ast.AST = next((each.node for each in loops_around(document, target)), document.scope(target))
    tests = (each.by.test for each in passing_over(document, target, place))
    return isinstance(place, Loop) or all(_asks_itself(script, document, each, written(target)) for each in tests)


def _asks_itself(script: Script, document: Document, test: ast.expr, name: str) -> bool:
    """Say whether a condition compares a number that is changed, by its name, with another that is told."""
    match test:
        case ast.Compare(left, [_], [right]) if name in (written(left), written(right)):
            return is_told(script, document, right if written(left) == name else left)
    return False


def _begins_as_number(script: Script, changed: Assignment) -> bool:
    """Say whether all that a name or attribute is given beside what changes it are numbers: none of a sample."""
    beginning = beginnings(script, changed.document, changed.target)
    return bool(beginning) and all(
        isinstance(each, Assignment) and not each.part and is_told(script, each.document, each.value)
        for each in beginning
    )


def _by_operations(script: Script, training: Training, computing: Set[ast.AST]) -> Iterator[_Step]:
    """Yield what operations that each step of a graph runs change variables by that are among what it computes with."""
    if training.pattern not in GRAPHS:
        return
    for call in script.calls:
        variables = _changed_by(script, call) if call.attribute in _ASSIGNING else ()
        made = [script.creation(each) for each in variables if isinstance(each, Instance)]
        if not any(each is not None and each.node in computing for each in made):
            continue
        step = _of_operation(script, call)
        runs = (
            run for run in script.calls_to(_RUN) if not script.values(call.node).isdisjoint(_fetched(script, run.node))
        )
        if step is not None and any(runs_each_step(script, training, run.document, run.node) for run in runs):
            yield step


def _of_operation(script: Script, call: Call) -> _Step | None:
    """Give what an operation changes its variable by: a number that is told."""
    document, value = call.document, call.argument("value") or next(iter(call.positional[::-1]), None)
    if value is None:
        return None
    if call.attribute != "assign":
        return _Step(document, value, multiplies=False) if is_fraction(script, value) else None
    whole = computed_as(script, document, value, lambda side: isinstance(side, ast.BinOp))
    factor = _factor(script, call, document, whole)
    if factor is not None and known_numbers(script, *factor):
        return _Step(*factor, multiplies=True)
    match whole:
        case ast.BinOp(left, ast.Add() | ast.Sub(), right) if not _changed_by(script, call).isdisjoint(
            script.values(left)
        ):
            return _Step(document, right, multiplies=False) if is_fraction(script, right) else None
    return None


def _computing(script: Script, training: Training) -> Set[ast.AST]:
    """Give the nodes from which what the steps of a training are given, its losses and its variables are computed."""
    beside = (*losses(training), *given_to_variables(script))
    given = script.slices.of_arguments(training.step_calls)
    return given.union(node for each in beside for node in script.slices.of(*each).nodes)


def _is_each_step(
    script: Script, training: Training, document: Document, node: ast.AST, turned: frozenset[ast.AST]
) -> bool:
    """Say whether each step, or turn of the loops `turned`, changes what is stored from what it was after the last.

    It may do so from or until some turn of its loop, or until it has come to some number.
    """
    if not runs_with_steps(script, training, document, node, turned) or is_set_before(
        document, document.statement(node), written(node)
    ):
        return False
    place = next(loops_around(document, node), None)
    if place is None:
        tests = (each.by.test for each in passing_over(document, node, document.scope(node)))
        return not any(_holds_in_single_steps(document, each) for each in tests)
    within = (each for each in document.ancestors(node) if document.contains(place.node, each))
    if any(isinstance(each, ast.Try) for each in within):
        return False
    tests = (each.by.test for each in passing_over(document, node, place.node))
    return all(
        _compares_turn(each, counting(script, place)) or _asks_itself(script, document, each, written(node))
        for each in tests
    )


def _holds_in_single_steps(document: Document, test: ast.expr) -> bool:
    """Say whether a condition holds once in so much work, or once: by a remainder, or where a count is some number."""
    for each in ast.walk(test):
        match each:
            case ast.BinOp(op=ast.Mod()):
                return True
            case ast.Compare(left, [ast.Eq() | ast.In()], [right]) if _is_counted(document, left, right):
                return True
    return False


def _is_counted(document: Document, *sides: ast.expr) -> bool:
    """Say whether something that is compared is added to, in the same class if it is an attribute of that."""
    place = next((each for each in document.ancestors(sides[0]) if isinstance(each, ast.ClassDef)), document.tree)
    renewing = map(augmented, document.within(place, ast.Assign, ast.AugAssign))
    added = {ast.unparse(each.target) for each in renewing if each is not None}
    return any(ast.unparse(each) in added for each in sides)


def _compares_turn(test: ast.expr, counting: set[str]) -> bool:
    """Say whether a condition holds from or until some turn."""
    match test:
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], [right]):
            sides = map(shifted, (left, right))
            turns = [isinstance(each, ast.Name) and each.id in counting for each in sides]
            return any(turns) and not all(turns)  # of a turn that is moved on, it holds in single ones
    return False


def _step(script: Script, document: Document, statement: ast.stmt, name: str) -> _Step | None:
    """Give what a statement changes the number of a name or attribute by, None where it does so in another way.

    What a whole number is added to may count turns, which is asked elsewhere.
    """
    match statement:
        case ast.AugAssign(target, operator, by) if written(target) == name:
            pass
        case ast.Assign([target], value) if written(target) == name:
            match computed_as(script, document, value, lambda side: name in variables_in(side)):
                case ast.BinOp(left, operator, by) if written(left) == name:
                    pass
                case ast.BinOp(by, ast.Mult() | ast.Add() as operator, right) if written(right) == name:
                    pass
                case _:
                    return None
        case _:
            return None
    if name in variables_in(by):
        return None
    if isinstance(operator, ast.Mult | ast.Div):
        return _Step(document, by, multiplies=True)
    is_moved = isinstance(operator, ast.Sub) or (
        isinstance(operator, ast.Add) and anneals(script, document, target, by)
    )
    return _Step(document, by, multiplies=False) if is_moved else None


def computed_as(script: Script, document: Document, value: ast.expr, is_wanted: Callable[[ast.expr], bool]) -> ast.expr:
    """Give what a value is, by way of other names, of the larger or smaller of two numbers the wanted side."""
    written = partial(script.slices.bound_in_turn, document)
    match written(value):
        case ast.Call(
            ast.Name("max" | "min" | "maximum" | "minimum") | ast.Attribute(attr="maximum" | "minimum"),
            [_, _] as sides,
            [],
        ) as either:
            return next((each for each in map(written, sides) if is_wanted(each)), either)
        case whole:
            return whole


def _of_variables(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the factors by which each step multiplies the variable of a graph that a rate is computed from."""
    if training.pattern not in GRAPHS:
        return
    places = list(rate_changes(script, training))
    for document, node in places:
        call = script.call(node)
        value = new_rate(script, document, node) if call is not None else None
        factor = _factor(script, call, document, value) if call is not None and value is not None else None
        if call is None or factor is None:
            continue
        made = script.values(call.node)
        run = [place for place in places if place[1] is node or not made.isdisjoint(_fetched(script, place[1]))]
        if any(runs_each_step(script, training, *place) for place in run):
            yield factor


def _fetched(script: Script, node: ast.AST) -> frozenset[Value]:
    """Give what a call of `run` fetches, the items of lists included."""
    call = script.call(node)
    parts = fetched_parts(script, call) if call is not None else ()
    return frozenset(value for each in parts for value in script.values(each))


def _changed_by(script: Script, call: Call) -> frozenset[Value]:
    """Give the variables that a call gives other values."""
    target = call.argument("ref") or call.receiver
    return call.receivers | (script.values(target) if target is not None else frozenset())


def _factor(script: Script, call: Call, document: Document, value: ast.expr) -> tuple[Document, ast.expr] | None:
    """Give the factor between a variable's value and the one that a call gives it."""
    variables = _changed_by(script, call)

    def reads(node: ast.expr) -> bool:
        return not variables.isdisjoint(script.values(node))

    match script.slices.bound(document, value) or value:
        case ast.BinOp(left, ast.Mult(), right) if reads(left) != reads(right):
            return document, right if reads(left) else left
        case ast.BinOp(left, ast.Div(), right) if reads(left) and not reads(right):
            return document, right
    return None


def _power(script: Script, document: Document, factor: ast.expr) -> EditSet:
    hvd = horovod(script, document)
    edits = layout.wrap(document, factor, "", f" ** {hvd.text}.size()", ast.Pow)
    return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *edits)])
