"""Tallies: attributes and items in which a script counts the steps of a training, and the batches Keras counts.

What falls or grows by a factor in each step, such as a temperature, is one, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Set
from dataclasses import dataclass, replace
from functools import partial

from farandole.analysis.answers import answered_once
from farandole.analysis.augmented import Augmented, augmented
from farandole.analysis.call_order import run_by, ways
from farandole.analysis.control_dependence import above, passing_over
from farandole.analysis.def_use import Assignment
from farandole.analysis.locations import Location, definitions, location
from farandole.analysis.loops import (
    LoopAt,
    counters,
    is_next_number,
    loops_around,
    nearest_loops,
    shifted,
    told_numbers,
)
from farandole.analysis.nodes import own_nodes
from farandole.analysis.program import Program
from farandole.analysis.scopes import FunctionNode, Scope, parameters
from farandole.analysis.slicing import argument_for, passed_for, received_as
from farandole.frameworks.samples import driving
from farandole.frameworks.tensorflow.batch_methods import (
    batch_hooks,
    hook_parameters,
    is_batch_hook,
    own_train_steps,
    run_hooks,
)
from farandole.frameworks.tensorflow.session_runs import step_chains
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document
from farandole.source.binding import names_in

_KEEPING = (ast.Name, ast.Attribute, ast.Subscript)
"""What a value is kept in."""


@dataclass(frozen=True)
class Tally:
    """What counts steps: what is kept at a place, with where a number is added to it.

    Where it `decays`, it is multiplied by a number instead. Where a `method` is given, it is a parameter of that method
    or function, in which Keras counts the batches of an epoch.
    """

    place: Location
    increments: tuple[Assignment, ...] = ()
    method: FunctionNode | None = None
    decays: bool = False

    def is_increment(self, document: Document, node: ast.AST) -> bool:
        """Say whether a node stands in the text that adds to the tally."""
        return any(each.document is document and node in ast.walk(each.by) for each in self.increments)


def tallies(program: Program, training: Training, rated: Set[ast.AST]) -> tuple[Tally, ...]:
    """Give the tallies of a training, in the order of the text; `rated` are calls that only give its rate, in a row.

    What is renewed in other places, or in another way, too, is none: it counts something else as well. So is what is
    added to at some turns only, as a count of evaluations, and what is both added to and multiplied.
    """
    hooks = batch_hooks(program, training)
    steps = replace(_steps(program, training, hooks), rated=rated, left_out=partial(_is_left_out, rated))
    taking = _taking(program, training)
    found: dict[Location, list[Assignment]] = {}
    others: set[Location] = set()
    for added in _renewed(program):
        place = location(program, added.document, added.target)
        if place is None or not _is_of_objects(place):
            continue
        counts = _is_tallied(program, added) and steps.have(program, added.document, added.by)
        with_step = not _is_conditional(added.document, added.by, taking)
        if counts and (with_step or not _is_of_some_turns(added, hooks)):
            found.setdefault(place, []).append(added)
        else:
            others.add(place)
    counted = tuple(
        Tally(place, tuple(added), decays=all(map(multiplies, added)))
        for place, added in found.items()
        if place not in others and len(set(map(multiplies, added))) == 1 and not _is_put_back(program, training, place)
    )
    return (*counted, *(_batches(program, method) for method in hooks))


def _is_put_back(program: Program, training: Training, place: Location) -> bool:
    """Say whether a count begins anew with a step that is taken there, as that of gradients until they are applied."""
    return any(
        isinstance(given, Assignment)
        and isinstance(given.by, ast.Assign)
        and isinstance(given.value, ast.Constant)
        and given.document is step.document
        and _holder(given.document, given.by) is _holder(step.document, step.node)
        for given in definitions(program, place)
        for step in training.step_calls
    )


def _holder(document: Document, node: ast.AST) -> ast.AST | None:
    """Give the loop or function whose turn or call a node is run in."""
    return next(
        (each for each in document.ancestors(node) if isinstance(each, ast.For | ast.While | FunctionNode)), None
    )


def _is_of_objects(place: Location) -> bool:
    """Say whether something is kept in objects that are known, and not by a name."""
    return not any(isinstance(each, Scope) for each in place.owners)


def _batches(program: Program, method: FunctionNode) -> Tally:
    """Give the tally of the parameter of a method or function in which Keras counts batches."""
    scope = program.flow.scopes[method]
    return Tally(Location(frozenset({scope}), hook_parameters(scope.module.document, method)[0]), (), method)


@answered_once
def turn_counts(program: Program, training: Training, divided: Collection[LoopAt] = ()) -> frozenset[tuple[Scope, str]]:
    """Give the names that count the turns of the loops that drive a training, each with the scope that binds it.

    A loop numbers its turns by them, or adds a number to them in each, or wherever it takes a step. What is added to
    elsewhere, too, is none, and neither is what the same loop begins anew, such as a count of gradients until they are
    applied. A loop that is not `divided` takes so many steps in each turn of those around it that are.
    """
    places = _loops(program, training, divided)
    steps = replace(_steps(program, training, ()), loops=frozenset(place.node for place in places))
    taking = _taking(program, training)
    found: set[tuple[Scope, str]] = set()
    others: set[tuple[Scope, str]] = set()
    for home, name, added in _names_added(program):
        document = added.document
        is_step = steps.have(program, document, added.by) and not _is_conditional(document, added.by, taking)
        is_step = is_step and not _is_begun_anew(document, added)
        (found if is_step else others).add((home, name))
    found.update([*_given_back(program, found), *_handed_out(program, found)])
    for place in places:
        scope = program.scope(place.document, place.node)
        homes = ((scope.home(name), name) for name in told_numbers(program, place))
        found |= {(home, name) for home, name in homes if home is not None}
    return frozenset(found - others)


def _taking(program: Program, training: Training) -> frozenset[ast.AST]:
    """Give the calls that take the steps of a training, and those that lead to them."""
    return frozenset(node for step in training.step_calls for _, _, node in ways(program, step))


def _given_back(program: Program, counts: Set[tuple[Scope, str]]) -> Iterator[tuple[Scope, str]]:
    """Yield the names that a function gives a number of turns back to that is given them: `step = train(step)`."""
    for home, name in counts:
        function = home.node
        if not isinstance(function, ast.FunctionDef) or name not in {each.arg for each in parameters(function)}:
            continue
        returns = [each.value for each in own_nodes(function) if isinstance(each, ast.Return)]
        positions = {_position(each, name) if each is not None else None for each in returns}
        position = positions.pop() if len(positions) == 1 else None
        if position is None:
            continue
        for call in program.callers(function):
            given = argument_for(program, call, function, name)
            kept = _kept_at(call.document.statement(call.node), call.node, position)
            if given is not None and isinstance(given[1], ast.Name) and given[1].id == kept:
                outer = program.scope(*given).home(kept)
                if outer is not None:
                    yield outer, kept


def _handed_out(program: Program, counts: Set[tuple[Scope, str]]) -> Iterator[tuple[Scope, str]]:
    """Yield the names of a loop over a generator for a number of turns that this counts and hands out."""
    for home, name in counts:
        function = home.node
        if not isinstance(function, ast.FunctionDef):
            continue
        handed = [each.value for each in own_nodes(function) if isinstance(each, ast.Yield)]
        positions = {_position(each, name) if each is not None else None for each in handed}
        position = positions.pop() if len(positions) == 1 else None
        for call in program.callers(function) if position is not None else ():
            loop = call.document.parent(call.node)
            targets = loop.target if isinstance(loop, ast.For) and loop.iter is call.node else None
            names = targets.elts if isinstance(targets, ast.Tuple) else [targets]
            target = names[position] if position is not None and position < len(names) else None
            outer = program.scope(call.document, target).home(target.id) if isinstance(target, ast.Name) else None
            if outer is not None and isinstance(target, ast.Name):
                yield outer, target.id


def hands_on(program: Program, counts: Set[tuple[Scope, str]], document: Document, node: ast.Name) -> bool:
    """Say whether a read hands a number of turns on to a function that counts on, or back to what has given it."""
    home = program.scope(document, node).home(node.id)
    statement = document.statement(node)
    if isinstance(statement, ast.Return) and home is not None:
        values = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value]
        return node in values and any(each in counts for each in _given_back(program, {(home, node.id)}))
    call = program.call(document.parent(node))
    functions = [each.site.node for each in call.functions] if call is not None else []
    return any(
        (program.flow.scopes[function], name) in counts
        for function in functions
        if isinstance(function, FunctionNode) and call is not None
        for name in received_as(program, call, function, node)
    )


def _position(returned: ast.expr, name: str) -> int | None:
    """Give the place of a name among the values that a function gives, 0 where it is the only one."""
    values = returned.elts if isinstance(returned, ast.Tuple) else [returned]
    return next((at for at, each in enumerate(values) if isinstance(each, ast.Name) and each.id == name), None)


def _kept_at(statement: ast.stmt, call: ast.Call, position: int) -> str:
    """Give the name that a statement keeps the value of a call by, of several values that at a place."""
    match statement:
        case ast.Assign([ast.Tuple(targets)], value) if value is call and position < len(targets):
            target = targets[position]
        case ast.Assign([ast.Name() as target], value) if value is call and position == 0:
            pass
        case _:
            return ""
    return target.id if isinstance(target, ast.Name) else ""


def with_parameters(
    program: Program, training: Training, counts: frozenset[tuple[Scope, str]], grown: Set[ast.AST]
) -> frozenset[tuple[Scope, str]]:
    """Give numbers of turns with the parameters that are given nothing else, of functions that only do something.

    These lead to a step, or give nothing that is used: they show or keep. What is `grown` when it is given stands for
    the steps of all processes.
    """
    told = counts
    functions = _stepping(program, training) | _telling(program, counts)
    for function in functions:
        if not isinstance(function, FunctionNode):
            continue
        scope = program.flow.scopes[function]
        for name in (each.arg for each in parameters(function)):
            given = passed_for(program, function, name)
            bound = program.def_use.names.get((scope, name), ())
            is_only_given = all(isinstance(each.target, ast.arg) for each in bound)
            if (
                given
                and is_only_given
                and all(each and _is_turn(program, counts, *each) and shifted(each[1]) not in grown for each in given)
            ):
                told |= {(scope, name)}
    return told if told == counts else with_parameters(program, training, told, grown)


def _telling(program: Program, counts: Set[tuple[Scope | None, str]]) -> set[ast.AST | None]:
    """Give the functions that statements call, and that are given numbers of turns."""
    called = (call for call in program.calls if isinstance(call.document.parent(call.node), ast.Expr))
    return {
        function.site.node
        for call in called
        if any(_is_turn(program, counts, call.document, each) for each in call.arguments)
        for function in call.functions
    }


def _is_turn(program: Program, counts: Set[tuple[Scope | None, str]], document: Document, node: ast.expr) -> bool:
    """Say whether an expression is one of some numbers of turns, or one some turns before or after it."""
    match shifted(node):
        case ast.Name(name) as number:
            return (program.scope(document, number).home(name), name) in counts
    return False


@answered_once
def _names_added(program: Program) -> tuple[tuple[Scope, str, Assignment], ...]:
    """Give the statements that add a number to a name, or take the next one for it, each with the scope of the name."""
    found = []
    for document in program.documents:
        for added in map(program.def_use.of_target.get, document.nodes(ast.Name)):
            if isinstance(added, Assignment) and (_is_added(added) or _is_next(program, added)):
                assert isinstance(added.target, ast.Name)
                home = program.scope(document, added.target).home(added.target.id)
                if home is not None:
                    found.append((home, added.target.id, added))
    return tuple(found)


def _is_next(program: Program, added: Assignment) -> bool:
    """Say whether a name is given the next number of a counter."""
    match added.by, added.value:
        case ast.Assign([ast.Name()]), ast.Call() as value:
            return is_next_number(program, value)
    return False


def _is_begun_anew(document: Document, added: Assignment) -> bool:
    """Say whether the loop that adds to a name gives it a number as well."""
    assert isinstance(added.target, ast.Name)
    loop = next((each for each in document.ancestors(added.by) if isinstance(each, ast.For | ast.While)), None)
    return loop is not None and any(
        isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Constant)
        and any(isinstance(target, ast.Name) and target.id == added.target.id for target in each.targets)
        for each in document.within(loop)
    )


def _is_added(added: Assignment) -> bool:
    """Say whether a statement adds a whole number to a name, or what another name stands for."""
    match augmented(added.by):
        case Augmented(ast.Name(), ast.Add(), value):
            return isinstance(value, ast.Name | ast.Attribute) or _is_whole(value)
    return False


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _is_conditional(document: Document, node: ast.AST, taking: Set[ast.AST] = frozenset()) -> bool:
    """Say whether a statement stands under a condition in its loop or function that what is `taking` steps does not."""
    inner = node
    for outer in document.ancestors(node):
        block = document.block(inner) if isinstance(inner, ast.stmt) else []
        passing = (
            [each.by for each in above(document, inner) if each.passes_over] if isinstance(inner, ast.stmt) else []
        )
        below = [block[block.index(each) + 1 :] for each in passing if isinstance(each, ast.If) and each in block]
        for decided in (*below, block) if isinstance(outer, ast.If | ast.Try) else below:
            if not taking or not any(each in taking for statement in decided for each in ast.walk(statement)):
                return True
        inner = outer
        if isinstance(outer, ast.For | ast.While | FunctionNode):
            return False
    return False


def _is_left_out(rated: Set[ast.AST], document: Document, node: ast.AST) -> bool:
    """Say whether a call stands under a condition; of what is `rated` that is a switch, if any."""
    return node not in rated and _is_conditional(document, node)


def _is_of_some_turns(added: Assignment, hooks: Collection[ast.AST]) -> bool:
    """Say whether a tally is changed under a condition that depends on the turn, and not on the tally alone."""
    document = added.document
    for outer in document.ancestors(added.by):
        if isinstance(outer, ast.For | ast.While | FunctionNode):
            tests = _tests(document, added.by, outer)
            is_hook = isinstance(outer, FunctionNode) and (is_batch_hook(outer) or outer in hooks)
            given = hook_parameters(document, outer) if isinstance(outer, FunctionNode) and is_hook else []
            changed = {*given, *_added_beside(document, outer)}
            changed |= {ast.unparse(each) for each in ast.walk(outer) if _is_stored(each)}
            read = {ast.unparse(each) for test in tests for each in ast.walk(test) if isinstance(each, _KEEPING)}
            return not changed.isdisjoint(read - {ast.unparse(added.target)})
    return False


def _added_beside(document: Document, function: ast.AST) -> Iterator[str]:
    """Yield the texts of what the methods of a method's class add to, itself included: counts that it may ask for."""
    owner = document.parent(function)
    inside = document.within(owner, ast.Assign, ast.AugAssign) if isinstance(owner, ast.ClassDef) else ()
    yield from (ast.unparse(each.target) for each in map(augmented, inside) if each is not None)


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, _KEEPING) and isinstance(node.ctx, ast.Store)


def _loops(program: Program, training: Training, divided: Collection[LoopAt] = ()) -> list[LoopAt]:
    """Give the loops that drive a training, in the order of its steps; a `fit` in a loop takes many in each turn.

    Instead of one that is not `divided` it gives those around it that are.
    """
    found: dict[LoopAt, None] = {}
    for step in training.step_calls:
        if step.entry is None or "steps" not in step.entry.facts:
            for chain in step_chains(program, training, step):
                place = driving(program, chain)
                around = [each for each in chain if each in divided] if place not in divided else []
                found |= dict.fromkeys(around or ([place] if place is not None else []))
    return list(found)


def _stepping(program: Program, training: Training) -> set[ast.AST | None]:
    """Give the functions that lead to the steps of a training, and those that take them."""
    return {
        program.function(document, node) for step in training.step_calls for document, _, node in ways(program, step)
    }


@answered_once
def _renewed(program: Program) -> tuple[Assignment, ...]:
    """Give the statements that renew an attribute or item by what it was; by its remainder a count only goes round."""
    return tuple(
        each
        for document in program.documents
        for each in (
            *map(program.def_use.of_target.get, document.nodes(ast.Attribute)),
            *program.def_use.items_in(document),
        )
        if isinstance(each, Assignment)
        and (renewed := augmented(each.by)) is not None
        and not isinstance(renewed.op, ast.Mod)
    )


def _is_tallied(program: Program, renewed: Assignment) -> bool:
    """Say whether a statement adds a number to an attribute or item, or multiplies it by one."""
    told = augmented(renewed.by)
    return told is not None and _changes(program, renewed.document, told.op, told.value)


def _changes(program: Program, document: Document, op: ast.operator, value: ast.expr) -> bool:
    """Say whether an operator and a number change a tally: what is taken from it is no count when it is a fraction."""
    match op, value:
        case ((ast.Add() | ast.Mult()), ast.Constant(int() | float())):
            return True
        case ast.Sub(), ast.Constant(float()):
            return True
        case ast.Add(), ast.BinOp(op=ast.Div()):
            return is_fixed_number(program, document, value)  # a part of an epoch
        case ast.Mult(), _:
            return is_fixed_number(program, document, value)
    return False


def is_fixed_number(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether an expression is a number, or what may be one, that loops leave as it is.

    That is a name of a module, one that is bound before the loops around it, or what is given to an object when it is
    made. So is a length, and what is computed of such numbers.
    """
    match node:
        case ast.Constant(int() | float()) | ast.Call(ast.Name("len"), [_], []):
            return True
        case ast.BinOp(left, _, right):
            return is_fixed_number(program, document, left) and is_fixed_number(program, document, right)
        case ast.Name(name):
            home = program.scope(document, node).home(name)
            around = tuple(loops_around(document, node))
            bound = program.def_use.names.get((home, name), ()) if home is not None else ()
            renewed = any(document.contains(place.node, each.target) for place in around for each in bound)
            return home is not None and not renewed and (bool(around) or isinstance(home.node, ast.Module))
        case ast.Attribute(attr=name):
            functions = [program.function(each.document, each.by) for each in program.def_use.attributes.get(name, ())]
            return bool(functions) and all(getattr(each, "name", "") == "__init__" for each in functions)
    return False


def multiplies(added: Assignment) -> bool:
    """Say whether a statement that changes a tally multiplies it."""
    renewed = augmented(added.by)
    return renewed is not None and isinstance(renewed.op, ast.Mult)


def runs_each_step(program: Program, training: Training, document: Document, node: ast.AST) -> bool:
    """Say whether a node runs in each step of a training, on no condition: by a method for batches, or by a loop."""
    steps = _steps(program, training, batch_hooks(program, training))
    return not _is_conditional(document, node) and steps.have(program, document, node)


def runs_in_a_row(
    program: Program, training: Training, document: Document, node: ast.AST, loops: Set[ast.AST] = frozenset()
) -> bool:
    """Say whether a node runs in each step of a training, from or until some turn, or where a switch says so.

    Turns of the `loops` count as steps, too.
    """
    of_single_turns = partial(_is_of_single_turns, program)
    found = _steps(program, training, batch_hooks(program, training))
    steps = replace(found, loops=found.loops | loops, left_out=of_single_turns)
    return not of_single_turns(document, node) and steps.have(program, document, node)


def _is_of_single_turns(program: Program, document: Document, node: ast.AST) -> bool:
    """Say whether a statement stands under a condition in its loop or function that may change from turn to turn."""
    for outer in document.ancestors(node):
        if isinstance(outer, ast.Try):
            return True
        if isinstance(outer, ast.For | ast.While | FunctionNode):
            counting = counters(program, LoopAt(document, outer)) if isinstance(outer, ast.For | ast.While) else set()
            given = [each.arg for each in parameters(outer)] if isinstance(outer, FunctionNode) else []
            changed = {*given, *_changed(outer)}
            return not all(_holds_in_a_row(test, counting, changed) for test in _tests(document, node, outer))
    return any(_tests(document, node, document.tree))


def _changed(outer: ast.AST) -> Iterator[str]:
    """Yield what is stored in a loop or function, and the lists that it takes items out of, as they are written."""
    for node in ast.walk(outer):
        match node:
            case ast.Call(ast.Attribute(held, "pop" | "popleft" | "remove")):
                yield ast.unparse(held)
            case ast.Delete(targets):
                yield from (ast.unparse(each.value) for each in targets if isinstance(each, ast.Subscript))
            case _ if _is_stored(node):
                yield ast.unparse(node)


def _tests(document: Document, node: ast.AST, outer: ast.AST) -> list[ast.expr]:
    """Give the tests that decide, in a loop, function or module around a node, whether it is run in a turn of that."""
    return [each.by.test for each in passing_over(document, node, outer)]


def _holds_in_a_row(test: ast.expr, counting: Set[str], changed: Set[str]) -> bool:
    """Say whether a condition holds from or until some turn of what is `counting`, or by nothing that is changed."""
    read = {ast.unparse(each) for each in ast.walk(test) if isinstance(each, _KEEPING)}
    match test:
        case ast.BoolOp(values=parts):
            return all(_holds_in_a_row(part, counting, changed) for part in parts)
        case ast.UnaryOp(ast.Not(), inner):
            return _holds_in_a_row(inner, counting, changed)
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], [right]):
            named = [each for each in (left, right) if isinstance(each, ast.Name)]
            turns = {each.id for each in named if each.id in counting}
            moved_on = all(isinstance(each, ast.Name) and each.id in counting for each in (left, right))
            return bool(named) and not moved_on and (read - turns).isdisjoint(changed)
        case ast.Compare(ast.Name() | ast.Attribute(), _, [ast.Constant() | ast.Name() | ast.Attribute()]):
            return read.isdisjoint(changed)
        case ast.Name() | ast.Attribute() | ast.Constant():
            return read.isdisjoint(changed)
    return False


def runs_until(program: Program, training: Training, document: Document, node: ast.AST, value: ast.expr) -> bool:
    """Say whether a node runs in each step of a training, until what is written as a `value` is what it shall be."""
    for outer in document.ancestors(node):
        if isinstance(outer, ast.Try):
            return False
        if isinstance(outer, ast.For | ast.While | FunctionNode):
            deciding = (each.by for each in passing_over(document, node, outer))
            if not all(_is_about(program, document, each, value) for each in deciding):
                return False
            break
    return _steps(program, training, batch_hooks(program, training)).have(program, document, node)


def _is_about(program: Program, document: Document, condition: ast.If | ast.IfExp | ast.While, value: ast.expr) -> bool:
    """Say whether a condition is told by a value and by what is fixed, and by no turn."""
    scope, read = program.scope(document, condition), names_in(condition.test) - names_in(value)
    others = (home for name in read if (home := scope.home(name)) is not None)
    turns = any(isinstance(each, ast.Mod) for each in ast.walk(condition.test))
    fixed = all(isinstance(home.node, ast.Module) for home in others)
    return ast.unparse(value) in ast.unparse(condition.test) and fixed and not turns


def runs_with_steps(
    program: Program, training: Training, document: Document, node: ast.AST, loops: Set[ast.AST] = frozenset()
) -> bool:
    """Say whether a node stands where each step of a training passes, or turn of `loops`, on whatever condition."""
    found = _steps(program, training, batch_hooks(program, training))
    return replace(found, loops=found.loops | loops).have(program, document, node)


def runs_beside_steps(
    program: Program, training: Training, document: Document, node: ast.AST, loops: Set[ast.AST] = frozenset()
) -> bool:
    """Say whether a node runs where steps of a training pass, or turns of `loops`, whatever it or a call depends on."""
    found = _steps(program, training, batch_hooks(program, training))
    steps = replace(found, loops=found.loops | loops, left_out=lambda *_: False)
    return steps.have(program, document, node)


@dataclass(frozen=True)
class _Steps:
    """What runs once in each step of a training.

    These are the functions that Keras runs for batches or as steps of a model's own, the `loops` that drive the
    training, and the functions that lead to its steps, or take them. What only `rated` calls give is a rate, and calls
    under some conditions are `left_out`.
    """

    hooked: frozenset[ast.AST]
    loops: frozenset[ast.AST]
    functions: frozenset[ast.AST | None]
    rated: Set[ast.AST] = frozenset()
    left_out: Callable[[Document, ast.AST], bool] = _is_conditional

    def have(self, program: Program, document: Document, node: ast.AST) -> bool:
        """Say whether a node is run by them; what is called to read a batch is not: it counts where it reads."""
        around = nearest_loops(program, document, node)
        function = program.function(document, node)
        if any(place.node in self.loops for place in around):
            return function in self.functions or self._are_told(program, function, frozenset())
        return function in self.hooked and not around

    def _are_told(self, program: Program, function: FunctionNode | None, seen: frozenset[ast.AST]) -> bool:
        """Say whether a function is only called beside steps, on no condition, for nothing that it gives but a rate."""
        if function is None or function in seen:
            return False
        calls = program.callers(function)
        return bool(calls) and all(
            (call.is_statement or call.node in self.rated)
            and not self.left_out(call.document, call.node)
            and (
                (caller := program.function(call.document, call.node)) in self.functions
                or self._are_told(program, caller, seen | {function})
            )
            for call in calls
        )


@answered_once
def _steps(program: Program, training: Training, hooks: tuple[FunctionNode, ...]) -> _Steps:
    """Collect what runs once in each step of a training; `hooks` are the methods that Keras calls for batches."""
    methods = (*hooks, *own_train_steps(program, training), *run_hooks(program, training))
    return _Steps(
        frozenset(function for method in methods for function in run_by(program, method)),
        frozenset(place.node for place in _loops(program, training)),
        frozenset(_stepping(program, training)),
    )
