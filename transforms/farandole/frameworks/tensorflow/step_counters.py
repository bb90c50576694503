"""Variables that count the steps of a training: the global step of a graph, and what an eager loop adds one to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import run_by
from farandole.analysis.loops import loops_around
from farandole.analysis.points_to.values import Function, Instance, Library
from farandole.analysis.program import Call, Program
from farandole.frameworks.tensorflow.batch_methods import batch_hooks, own_train_steps
from farandole.frameworks.tensorflow.session_runs import steps_by_run
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.source import Document

GLOBAL_STEP = frozenset(
    f"tensorflow.train.{name}" for name in ("get_or_create_global_step", "create_global_step", "get_global_step")
)
"""Functions that give the global step of a graph."""

_SUPERVISOR = Library("tensorflow.train.Supervisor")
_PLACEHOLDERS = ("tensorflow.placeholder", "tensorflow.placeholder_with_default")
_ADDS = (
    "tensorflow.assign_add",
    "tensorflow.Variable.assign_add",
    "tensorflow.keras.backend.update_add",
    "tensorflow.assign",
    "tensorflow.Variable.assign",
    "tensorflow.keras.backend.update",
)

_Place = tuple[ast.AST, ast.AST | None]
"""A function, or else a module, and a loop in it."""


@answered_once
def step_counters(program: Program, training: Training) -> frozenset[Instance]:
    """Give the variables to which each step of a training adds one."""
    given = [step.argument("global_step") for step in (*training.steps, *training.train_ops)]
    found = {each for node in given for each in program.instances(node, "variable")}
    if training.train_ops:
        for call in program.calls_to(*sorted(GLOBAL_STEP)):
            found |= {each for each in program.instances(call.node, "variable") if each.site.node is call.node}
    turns = _turns_of_steps(program, training)
    for call in program.calls_to(*_ADDS):
        found |= {each for each in added_to(program, call) if _is_beside(program, training, turns, call)}
    return frozenset(found)


@answered_once
def supervised_steps(program: Program) -> frozenset[ast.AST]:
    """Give the reads of the global step that a `Supervisor` has of its graph: `sv.global_step`."""
    return frozenset(
        each
        for document in program.documents
        for each in document.attributes("global_step")
        if any(isinstance(owner, Instance) and owner.of == _SUPERVISOR for owner in program.values(each.value))
    )


def other_counts(program: Program, training: Training) -> frozenset[Instance]:
    """Give what no step of a training adds one to: variables that count passes, say, and placeholders."""
    found = {each for call in program.calls_to(*_ADDS) for each in added_to(program, call)}
    for call in program.calls_to(*_PLACEHOLDERS):
        found |= {each for each in program.values(call.node) if isinstance(each, Instance)}
    return frozenset(found) - step_counters(program, training)


def counted_in_losses(program: Program, training: Training) -> Iterator[Call]:
    """Yield the calls in a project's losses and layers that add one to a variable in each batch of a Keras training.

    Batches that are validated on are counted as well.
    """
    given = [program.values(call.argument("loss")) for call in training.compiles]
    losses = program.origins([value for values in given for value in values], lambda value: isinstance(value, Function))
    functions = [each.site.node for each in losses if isinstance(each, Function)]
    functions += _calls_of_layers(program) if training.pattern is Pattern.KERAS else []
    bodies = {body for each in functions for body in run_by(program, each)}
    for call in program.calls_to(*_ADDS):
        if program.function(call.document, call.node) in bodies and added_to(program, call):
            yield call


def _calls_of_layers(program: Program) -> list[ast.AST]:
    """Give the methods by which the layers that the project makes compute."""
    return [
        method
        for document in program.documents
        for method in document.nodes(ast.FunctionDef)
        if method.name == "call" and document.parent(method) in program.instantiated
    ]


def is_increment(node: ast.AST) -> bool:
    """Say whether an expression adds one to something."""
    match node:
        case ast.BinOp(ast.Constant(1), ast.Add(), _) | ast.BinOp(_, ast.Add(), ast.Constant(1)):
            return True
    return False


def added_to(program: Program, call: Call) -> frozenset[Instance]:
    """Give the variables to which a call adds one."""
    method = call.receiver is not None and bool(call.receivers)
    target = call.receiver if method else _given(call, "ref", "x")
    value = _given(call, "delta", "value", "increment", "new_x")
    if value is None:
        given = call.positional[0 if method else 1 :]
        value = given[0] if given else None
    adds = (call.attribute in ("assign_add", "update_add") and program.constants(value) == {1}) or (
        call.attribute in ("assign", "update") and value is not None and is_increment(value)
    )
    return program.instances(target, "variable") if adds else frozenset()


def _given(call: Call, *parameters: str) -> ast.expr | None:
    """Give the argument for the first of some parameters that a call has one for."""
    return next((each for each in map(call.argument, parameters) if each is not None), None)


def _is_beside(program: Program, training: Training, turns: Set[_Place], call: Call) -> bool:
    """Say whether a call is made once in each step of a training: in one loop with that, or with what takes it.

    What a call adds to a graph happens where a session runs that, if that is seen.
    """
    happening = steps_by_run(program, (call,)) if training.runs else {}
    return any(not turns.isdisjoint(_places(program, each)) for each in happening or (call,))


def _turns_of_steps(program: Program, training: Training) -> frozenset[_Place]:
    """Give where a training takes a step in each run or turn, and the methods that Keras runs for one."""
    steps = (each for each in (*training.steps, *training.train_ops, *training.runs) if not _takes_many(each))
    methods = (*own_train_steps(program, training), *batch_hooks(program, training))
    return frozenset(_turns(program, steps) | {(each, None) for each in methods})


def _takes_many(step: Call) -> bool:
    """Say whether a call takes many steps, as `fit` does."""
    return step.entry is not None and "steps" in step.entry.facts


def _turns(program: Program, steps: Iterable[Call]) -> set[_Place]:
    """Give where steps are taken in each run or turn, by themselves or by calls of the function that takes them."""
    pending, found = [*steps], set[_Place]()
    while pending:
        step = pending.pop()
        place, callers = _place(program, step)
        if place not in found:
            found.add(place)
            pending += callers
    return found


def _places(program: Program, call: Call) -> Iterator[_Place]:
    """Yield where a call is made, and where the function that makes it in each run is called, if in one place alone."""
    seen: set[_Place] = set()
    while True:
        place, callers = _place(program, call)
        yield place
        if len(callers) != 1 or place in seen:
            return
        seen.add(place)
        call = callers[0]


def _place(program: Program, call: Call) -> tuple[_Place, Sequence[Call]]:
    """Give the place of a call, and the calls of its function, where that makes it in each run."""
    function, loop = program.function(call.document, call.node), _loop(call.document, call.node)
    callers = program.callers(function) if function is not None and loop is None else ()
    return (call.document.tree if function is None else function, loop), callers


def _loop(document: Document, node: ast.AST) -> ast.AST | None:
    """Give the innermost loop around a node in its function."""
    return next((place.node for place in loops_around(document, node)), None)
