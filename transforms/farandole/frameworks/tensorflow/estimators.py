"""Trainings of estimators: which calls train them, and which train ops their model functions make."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from farandole.analysis.points_to.relations import Field
from farandole.analysis.points_to.values import Bound, Class, Function, Instance
from farandole.analysis.program import Call, Program
from farandole.frameworks.tensorflow.optimizer_steps import step_optimizers
from farandole.frameworks.tensorflow.training import Pattern, Training, new_training


def estimator_trainings(program: Program, steps: Sequence[Call]) -> list[Training]:
    """Give the trainings of estimators, with those of some train ops that their model functions make."""
    around = {call: _around(program, call) for call in steps}
    found = []
    for estimators, trains in _estimators(program).items():
        functions = _model_functions(program, estimators)
        train_ops = [call for call in steps if around[call] & functions]
        found.append(_training(program, estimators, trains, train_ops))
    return found


def _estimators(program: Program) -> dict[frozenset[Instance], list[Call]]:
    """Give the calls that train estimators, by the estimators."""
    found: dict[frozenset[Instance], list[Call]] = {}
    for call in program.calls:
        instances = _trained_estimators(program, call)
        if instances is not None:
            found.setdefault(instances, []).append(call)
    return found


def _trained_estimators(program: Program, call: Call) -> frozenset[Instance] | None:
    """Give the estimators that a call trains; None when it is no call that trains one."""
    if call.entry is None or not call.entry.facts.get("trains"):
        return None
    if call.entry.name == "tensorflow.estimator.train_and_evaluate":
        return program.instances(call.argument("estimator"), "estimator")
    receivers = frozenset(each for each in call.receivers if isinstance(each, Instance))
    return receivers if any(program.role_of(each) == "estimator" for each in receivers) else None


def _model_functions(program: Program, estimators: frozenset[Instance]) -> set[ast.AST]:
    """Give the functions that make the graphs of estimators."""
    creations = [call for each in estimators if (call := program.creation(each)) is not None]
    values = {value for call in creations for value in program.values(call.argument("model_fn"))}
    found: set[ast.AST] = set()
    for value in values:
        match value:
            case Function(site) | Bound(_, Function(site)):
                found.add(site.node)
            case Instance(_, Class() as owner):
                found |= _call_methods(program, owner)
    return found


def _call_methods(program: Program, owner: Class) -> set[ast.AST]:
    ancestors = (each for each in program.flow.mro(owner) if isinstance(each, Class))
    members = (member for each in ancestors for member in program.flow.ask(Field(each.site.node, "__call__")))
    return {member.site.node for member in members if isinstance(member, Function)}


def _training(program: Program, estimators: frozenset[Instance], steps: list[Call], train_ops: list[Call]) -> Training:
    creations = [call for each in estimators if (call := program.creation(each)) is not None]
    return new_training(
        program,
        Pattern.ESTIMATOR,
        steps,
        models=estimators,
        optimizers=frozenset(each for call in (*train_ops, *creations) for each in step_optimizers(program, call)),
        train_ops=tuple(train_ops),
    )


def has_train_op(program: Program, estimator: Instance, train_ops: Iterable[Call]) -> bool:
    """Say whether the model function of an estimator makes one of some train ops, directly or through calls."""
    functions = _model_functions(program, frozenset({estimator}))
    return any(_around(program, call) & functions for call in train_ops)


def _around(program: Program, call: Call) -> set[ast.AST]:
    """Give the functions in which a call runs, directly or through calls."""
    seen: set[ast.AST] = set()
    pending = [call]
    while pending:
        each = pending.pop()
        function = program.function(each.document, each.node)
        while function is not None and function not in seen:
            seen.add(function)
            pending.extend(program.callers(function))
            function = program.function(each.document, function)
    return seen
