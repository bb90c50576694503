"""Variables that count the steps of a training: the global step of a graph, and what an eager loop adds one to."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import run_by
from farandole.analysis.loops import loops_around
from farandole.analysis.points_to.values import Function, Instance
from farandole.analysis.program import Call, Program
from farandole.frameworks.tensorflow.session_runs import steps_by_run
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.source import Document

GLOBAL_STEP = frozenset(
    f"tensorflow.train.{name}" for name in ("get_or_create_global_step", "create_global_step", "get_global_step")
)
"""Functions that give the global step of a graph."""

_PLACEHOLDERS = ("tensorflow.placeholder", "tensorflow.placeholder_with_default")
_ADDS = ("tensorflow.assign_add", "tensorflow.Variable.assign_add", "tensorflow.assign", "tensorflow.Variable.assign")


@answered_once
def step_counters(program: Program, training: Training) -> frozenset[Instance]:
    """Give the variables to which each step of a training adds one."""
    given = [step.argument("global_step") for step in (*training.steps, *training.train_ops)]
    found = {each for node in given for each in program.instances(node, "variable")}
    if training.train_ops:
        for call in program.calls_to(*sorted(GLOBAL_STEP)):
            found |= {each for each in program.instances(call.node, "variable") if each.site.node is call.node}
    for call in program.calls_to(*_ADDS):
        found |= {each for each in _added_to(program, call) if _is_beside(program, training, call)}
    return frozenset(found)


def other_counts(program: Program, training: Training) -> frozenset[Instance]:
    """Give what no step of a training adds one to: variables that count passes, say, and placeholders."""
    found = {each for call in program.calls_to(*_ADDS) for each in _added_to(program, call)}
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
        if program.function(call.document, call.node) in bodies and _added_to(program, call):
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


def _added_to(program: Program, call: Call) -> frozenset[Instance]:
    """Give the variables to which a call adds one."""
    method = isinstance(call.node.func, ast.Attribute) and bool(call.receivers)
    target = call.node.func.value if method and isinstance(call.node.func, ast.Attribute) else call.argument("ref")
    value = call.argument("delta") or call.argument("value")
    if value is None:
        given = call.node.args[0 if method else 1 :]
        value = given[0] if given else None
    adds = (call.attribute == "assign_add" and program.constants(value) == {1}) or (
        call.attribute == "assign" and value is not None and is_increment(value)
    )
    return program.instances(target, "variable") if adds else frozenset()


def _is_beside(program: Program, training: Training, call: Call) -> bool:
    """Say whether a call is made once in each step of a training: in one loop with that, or with what takes it.

    What a call adds to a graph happens where a session runs that, if that is seen.
    """
    happening = steps_by_run(program, (call,)) if training.runs else {}
    return any(_is_made_beside(program, training, each) for each in happening or (call,))


def _is_made_beside(program: Program, training: Training, call: Call) -> bool:
    made = frozenset(_places(program, call))
    pending = [(each.document, each.node) for each in (*training.steps, *training.train_ops, *training.runs)]
    seen: set[ast.AST] = set()
    while pending:
        document, node = pending.pop()
        function, loop = program.function(document, node), _loop(document, node)
        if (document, function, loop) in made:
            return True
        if function is not None and function not in seen and loop is None:
            seen.add(function)
            pending += [(each.document, each.node) for each in program.callers(function)]
    return False


_Place = tuple[Document, ast.AST | None, ast.AST | None]
"""A function, in its file, and a loop in it."""


def _places(program: Program, call: Call) -> Iterator[_Place]:
    """Yield where a call is made, and where the function that makes it in each run is called, if in one place alone."""
    seen: set[ast.AST] = set()
    while True:
        function, loop = program.function(call.document, call.node), _loop(call.document, call.node)
        yield call.document, function, loop
        callers = tuple(program.callers(function)) if function is not None and loop is None else ()
        if len(callers) != 1 or function is None or function in seen:
            return
        seen.add(function)
        call = callers[0]


def _loop(document: Document, node: ast.AST) -> ast.AST | None:
    """Give the innermost loop around a node in its function."""
    return next((place.node for place in loops_around(document, node)), None)
