"""Which calls run which train ops of a TensorFlow 1 graph, in which sessions, and which of them take a step."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from farandole.analysis.answers import answered_once
from farandole.analysis.def_use import STATEMENTS, Assignment
from farandole.analysis.filling import filled
from farandole.analysis.loops import Chain, chains
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Container, Instance, Unknown, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.analysis.slicing import argument_for, may_reach
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.source import Document
from farandole.source.binding import stored_among
from farandole.source.document import Scope

LOOPS = {
    "tensorflow.contrib.training.train": Pattern.MONITORED_SESSION,
    "tensorflow.contrib.slim.learning.train": Pattern.SESSION,
}
"""Functions of libraries that run the train op they are given in a session of their own."""

_NAMES = (ast.Name, ast.Attribute)
SESSIONS = {"session": Pattern.SESSION, "monitored-session": Pattern.MONITORED_SESSION}
_CONTROL_DEPENDENCIES = ("tensorflow.control_dependencies", "tensorflow.Graph.control_dependencies")


@answered_once
def steps_by_run(program: Program, steps: tuple[Call, ...]) -> Mapping[Call, frozenset[Call]]:
    """Give the calls that run train ops (`session.run`, `op.run`, a library's loop), with the steps of these ops."""
    made = _made_under(program, steps)
    found: dict[Call, frozenset[Call]] = {}
    barren: set[Value] = set()
    for call in program.calls:
        values = {value for node in fetched_by(program, call) for value in program.values(node)}
        if call.attribute == "run":
            values |= {each for each in call.receivers if not _is_session(program, each)}
        if not values:
            continue
        reached = _behind(program, values, made, barren)
        function = program.function(call.document, call.node)
        callers = program.callers(function) if function is not None else ()
        if reached and not (callers and set(callers) <= set(without_step(program, call, reached))):
            found[call] = reached
    return found


def run_together(program: Program, training: Training) -> tuple[tuple[Call, Call], ...]:
    """Give the pairs of train ops that one `run` of a training runs and nothing orders, in the order of the text."""
    made = _made_under(program, training.train_ops)
    found: dict[tuple[Call, Call], None] = {}
    for run in training.runs:
        for together in _taken_at_once(program, run, made):
            for first, second in combinations(sorted(together, key=program.order), 2):
                if first not in made[second.node] and second not in made[first.node]:
                    found[first, second] = None
    return tuple(found)


def chosen_ops(program: Program, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the expressions, with train ops in them, one of which each `run` of a training fetches.

    Which it is may depend on where they stand: each is an assigned value, an item that is added, or the branch of a
    conditional expression.
    """
    made = _made_under(program, training.train_ops)
    for run in training.runs:
        document = run.document
        fetched = fetched_by(program, run)
        named = {ast.unparse(each) for each in fetched_parts(program, run) if isinstance(each, _NAMES)}
        given = _given(program, document, document.scope(run.node), frozenset(named))
        for value in (*given, *fetched):
            branches = [branch for each in ast.walk(value) if isinstance(each, ast.IfExp) for branch in _ways(each)]
            for each in branches or ([value] if value in given else []):
                parts = (part for part in ast.walk(each) if isinstance(part, ast.expr))
                if _behind(program, [held for part in parts for held in program.values(part)], made):
                    yield document, each


def ops_picked(program: Program, training: Training) -> Iterator[tuple[Call, ast.expr]]:
    """Yield each `run` that fetches one of several train ops, with the places by which that is picked."""
    made = _made_under(program, training.train_ops)
    for run in training.runs:
        fetched = fetched_by(program, run)
        named = {ast.unparse(each) for each in fetched_parts(program, run) if isinstance(each, _NAMES)}
        given = _given(program, run.document, run.document.scope(run.node), frozenset(named))
        for part in (each for value in (*given, *fetched) for each in ast.walk(value)):
            if isinstance(part, (*_NAMES, ast.Subscript)) and _behind(program, program.values(part), made):
                yield from ((run, place) for place in _places_in(part))


def picked_by_turn(program: Program, training: Training, run: Call, loop: ast.AST) -> ast.expr | None:
    """Give the train op that a `run` in a loop fetches where the turn is that itself, or the place of it in a list."""
    if not isinstance(loop, ast.For) or run not in training.runs:
        return None
    made = _made_under(program, training.train_ops)
    turn = stored_among(ast.walk(loop.target))
    for part in fetched_parts(program, run):
        match part:
            case ast.Name(name) | ast.Subscript(slice=ast.Name(name)) if name in turn:
                if _behind(program, program.values(part), made):
                    return part
    return None


def _places_in(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the places in `a[i].b[j]`, without those that are written down."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant | ast.Slice):
            yield node.slice
        node = node.value


def _given(program: Program, document: Document, scope: Scope, names: frozenset[str]) -> list[ast.expr]:
    """Give what the statements of a scope assign to, or fill, what is written as one of some names."""
    return [value for name, value in _assigned(program, document, scope) if name in names]


@answered_once
def _assigned(program: Program, document: Document, scope: Scope) -> tuple[tuple[str, ast.expr], ...]:
    """Give what the statements of a scope assign to, or fill, as that is written, with the values."""
    found: list[tuple[ast.expr, ast.expr]] = []
    for each in document.within(scope):
        stored = program.def_use.of_target.get(each)
        if isinstance(stored, Assignment) and isinstance(stored.by, STATEMENTS):
            found.append((stored.target, stored.value))
        found += filled(each)
    return tuple((ast.unparse(target), value) for target, value in found)


def _ways(node: ast.IfExp) -> tuple[ast.expr, ast.expr]:
    return node.body, node.orelse


def _taken_at_once(program: Program, run: Call, made: Mapping[ast.AST, frozenset[Call]]) -> Iterator[frozenset[Call]]:
    """Yield the steps that a `run` may take at once: one of the train ops that each thing it fetches may be."""
    fetched = [each for node in fetched_by(program, run) for each in _elements(node)]
    choices = [_choices(program, node, made) for node in fetched]
    yield from (choice for each in choices for choice in each)
    for one, other in combinations(choices, 2):
        yield from (first | second for first in one for second in other)


def _elements(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what stands in nested lists and tuples, or the expression itself."""
    match node:
        case ast.List(elements) | ast.Tuple(elements):
            for each in elements:
                yield from _elements(each)
        case _:
            yield node


def _choices(program: Program, node: ast.expr, made: Mapping[ast.AST, frozenset[Call]]) -> tuple[frozenset[Call], ...]:
    """Give the steps behind an expression: those of each train op that it may be, with all of what else it may be."""
    values = ordered(program.values(node))
    ops = [each for each in values if isinstance(each, Instance) and each.site.node in made]
    others = _behind(program, [each for each in values if each not in ops], made)
    return tuple(others | _behind(program, [each], made) for each in ops) or (others,)


def without_step(program: Program, run: Call, steps: Iterable[Call]) -> tuple[Call, ...]:
    """Give the calls of the function around a `run` that take none of the steps, by the constants that they pass.

    Such a function is for training and for prediction: a flag says whether it runs the train op, or fetches that, too.
    """
    document = run.document
    function = program.function(document, run.node)
    if function is None:
        return ()
    made = _made_under(program, tuple(steps))
    collected = _collected(program, run, function)
    taken: list[ast.AST] = [
        node
        for node in document.within(function)
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and not (isinstance(node, ast.Name) and node.id in collected)
        and not _is_of_known_item(program, document, node)
        and _holds(program, node, made)
    ]
    taken = taken if collected else [run.node]
    named = _fetched_parameter(program, run, function)
    return tuple(
        call
        for call in program.callers(function)
        if (taken and not any(may_reach(program, call, function, document, node) for node in taken))
        or (named and _passes_none(program, call, function, named, made))
    )


def step_chains(program: Program, training: Training, step: Call) -> list[Chain]:
    """Give the loops around a step of a training, innermost first, by the calls that take it.

    Those of functions that nothing runs count where there are no others.
    """
    without = without_step(program, step, training.train_ops) if step in training.runs else ()
    found = chains(program, step.document, step.node, without)
    run = [each for each in found if not (each and program.is_left_out(each[-1].document, each[-1].node))]
    return run or found


def _fetched_parameter(program: Program, run: Call, function: FunctionNode) -> str:
    """Give the parameter of a function that is what a call in it runs, if it is nothing else; else an empty text."""
    match fetched_by(program, run):
        case [ast.Name(name)] if any(each.arg == name for each in parameters(function)):
            stored = (node for node in run.document.within(function) if isinstance(node, ast.Name) and node.id == name)
            return "" if any(isinstance(node.ctx, ast.Store) for node in stored) else name
    return ""


def _passes_none(
    program: Program, call: Call, function: FunctionNode, name: str, made: Mapping[ast.AST, frozenset[Call]]
) -> bool:
    """Say whether a call passes a parameter values that are known, and none of the ops that take steps."""
    given = argument_for(program, call, function, name)
    if given is None:
        return False
    items = _items(program, given[1])
    known = bool(items) and not any(isinstance(each, Unknown) and not _is_calculated(each) for each in items)
    return known and not _holds(program, given[1], made)


def _is_calculated(value: Unknown) -> bool:
    """Say whether a value that can't be followed is calculated with where it comes from, as no op can be."""
    return isinstance(value.site.module.document.parent(value.site.node), ast.BinOp)


def _collected(program: Program, run: Call, function: FunctionNode) -> set[str]:
    """Give the name of what a call runs, if the function displays it as a list or dictionary and may add to that."""
    fetched = fetched_by(program, run)
    document = run.document
    match fetched:
        case [ast.Name(name)]:
            values = [
                node.value
                for node in document.within(function)
                if isinstance(node, ast.Assign)
                and any(isinstance(each, ast.Name) and each.id == name for each in node.targets)
            ]
            displayed = bool(values) and all(isinstance(each, ast.Dict | ast.List) for each in values)
            return {name} if displayed else set()
    return set()


def _is_of_known_item(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether an expression is what an item is taken of that is known: that tells more than what all may be."""
    match document.parent(node):
        case ast.Subscript(value, ast.Constant()) as item if value is node:
            return bool(program.values(item)) and not any(isinstance(each, Unknown) for each in program.values(item))
    return False


def _holds(program: Program, node: ast.expr, made: Mapping[ast.AST, frozenset[Call]]) -> bool:
    """Say whether an expression may be an op that takes steps, as a group of others does, or has one in it."""
    return bool(_behind(program, _items(program, node), made))


def _items(program: Program, node: ast.expr) -> frozenset[Value]:
    """Give what an expression may stand for, of lists and dictionaries their items."""
    values = program.values(node)
    return frozenset(
        each for value in values for each in (program.elements(value) if isinstance(value, Container) else (value,))
    )


def _made_under(program: Program, steps: Sequence[Call]) -> dict[ast.AST, frozenset[Call]]:
    """Give the calls that make train ops, with the steps behind each: the steps, and all under their control."""
    made: dict[ast.AST, frozenset[Call]] = {step.node: frozenset({step}) for step in steps}
    controls = [
        (call, statement)
        for call in program.calls_to(*_CONTROL_DEPENDENCIES)
        if isinstance(statement := call.document.statement(call.node), ast.With)
    ]
    for _ in range(len(controls) + 1):
        before = dict(made)
        barren: set[Value] = set()
        for call, statement in controls:
            values = {value for node in call.arguments for value in program.values(node)}
            behind = _behind(program, values, made, barren)
            if behind:
                calls = (node for part in statement.body for node in ast.walk(part) if isinstance(node, ast.Call))
                made.update({node: made.get(node, frozenset()) | behind for node in calls})
        if made == before:
            break
    return made


def _behind(
    program: Program,
    values: Iterable[Value],
    made: Mapping[ast.AST, frozenset[Call]],
    barren: set[Value] | None = None,
) -> frozenset[Call]:
    """Give the steps that are taken to compute some tensors; an array that a session gave takes none anew.

    Searches among the same calls may share `barren`, values of which it is known that none is.
    """

    def is_end(value: Value) -> bool:
        call = program.creation(value) if isinstance(value, Instance) else None
        return call is not None and (call.node in made or bool(fetched_by(program, call)))

    origins = program.origins(values, is_end, barren)
    return frozenset(step for each in origins if isinstance(each, Instance) for step in made.get(each.site.node, ()))


def fetches_of(node: ast.AST | None) -> ast.expr | None:
    """Give what a call of a method `run` is asked for, as by a session: its argument `fetches`, or the first one."""
    match node:
        case ast.Call(ast.Attribute(attr="run" | "partial_run"), args, keywords):
            named = (each.value for each in keywords if each.arg == "fetches")
            return next(iter(args), None) or next(named, None)
    return None


def fetches_of_call(call: Call) -> ast.expr | None:
    """Give what a call runs in a session, also by the method of a class, `tf.Session.run(session, fetches)`."""
    return call.argument("fetches") or fetches_of(call.node)


def fetched_by(program: Program, call: Call) -> list[ast.expr]:
    """Give the expressions that a call runs in a session."""
    if call.attribute in ("run", "partial_run") and any(_is_session(program, each) for each in call.receivers):
        return [node for node in [fetches_of_call(call)] if node is not None]
    if any(name in LOOPS for name in call.names):
        return [node for node in [call.argument("train_op")] if node is not None]
    return []


def fetched_parts(program: Program, call: Call) -> tuple[ast.expr, ...]:
    """Give what a session's run is asked for with all that stands in it, also in the list that a name stands for."""
    fetches = fetches_of_call(call)
    if fetches is None:
        return ()
    lists = (each.site.node for each in ordered(program.values(fetches)) if isinstance(each, Container))
    written = (fetches, *(each for each in lists if isinstance(each, ast.List | ast.Tuple | ast.Dict)))
    return tuple(dict.fromkeys(part for each in written for part in ast.walk(each) if isinstance(part, ast.expr)))


def _is_session(program: Program, value: Value) -> bool:
    return program.role_of(value) in SESSIONS


def running_sessions(program: Program, run: Call) -> frozenset[Instance]:
    """Give the sessions of a run: its receivers; for `op.run`, the one it is given or those it stands in."""
    if run.names & LOOPS.keys():
        return created(program, run)
    receivers = frozenset(each for each in run.receivers if isinstance(each, Instance) and _is_session(program, each))
    keyword = run.keyword("session")
    if receivers or keyword is None:
        return receivers or _default_sessions(program, run)
    return frozenset(each for role in SESSIONS for each in program.instances(keyword.value, role))


def _default_sessions(program: Program, run: Call) -> frozenset[Instance]:
    """Give the sessions in whose `with` a call stands; else every interactive one."""
    around = (each for each in run.document.ancestors(run.node) if isinstance(each, ast.With))
    for statement in around:
        heads = [node for item in statement.items for node in ast.walk(item.context_expr) if isinstance(node, ast.expr)]
        found = frozenset(each for role in SESSIONS for node in heads for each in program.instances(node, role))
        if found:
            return found
    interactive = program.calls_to("tensorflow.InteractiveSession")
    return frozenset(each for call in interactive for each in created(program, call))


def created(program: Program, call: Call) -> frozenset[Instance]:
    """Give the sessions that a call makes, alone or to run in a library's loop."""
    instances = (each for each in program.values(call.node) if isinstance(each, Instance))
    return frozenset(each for each in instances if each.site.node is call.node)
