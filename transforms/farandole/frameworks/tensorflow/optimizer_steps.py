"""Steps of TensorFlow 1's optimizers: which part of one a call takes, whose it is, where its gradients come from."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.relations import Result
from farandole.analysis.points_to.values import Function, Instance, Library, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.slicing import Slices
from farandole.frameworks.tensorflow.optimizers import AVERAGED, ROLES, innermost, is_of_version_1, library_classes

STEPS = frozenset({"minimize", "apply"})
_GRADIENTS = "tensorflow.gradients"
METHODS = {"minimize": "minimize", "compute_gradients": "compute", "apply_gradients": "apply"}


def gradients_of(program: Program, call: Call) -> str:
    """Tell which part of an optimizer step of TensorFlow 1 a call is: `minimize`, `compute`, `apply`, or nothing.

    Methods of objects that nothing is known of, or only the name of their library, are told by their name.
    """
    kind = METHODS.get(call.attribute, "")
    receivers = [each for each in call.receivers if isinstance(each, Instance) and program.role_of(each) in ROLES]
    if kind and any(_is_graph_optimizer(program, each) for each in receivers):
        return kind
    called = program.values(call.node.func)
    unknown = isinstance(call.node.func, ast.Attribute) and len(called.unknown) == len(called)
    if kind and (unknown or is_of_unread_library(program, call)) and (call.node.args or call.node.keywords):
        return kind
    library_made = call.entry is not None and call.entry.facts.get("gradients") == "minimize"
    return "minimize" if library_made and call.attribute not in METHODS else ""


def is_of_unread_library(program: Program, call: Call) -> bool:
    """Say whether a call is a method of objects of libraries that the catalogue knows nothing of."""
    owners = [each.of for each in call.receivers if isinstance(each, Instance)]
    return (
        bool(owners)
        and len(owners) == len(call.receivers)
        and all(isinstance(owner, Library) and program.catalog.entry(owner.name) is None for owner in owners)
    )


def gradient_sources(program: Program, step: Call) -> list[Call]:
    """Give the calls that compute, or average, the gradients that a step applies."""
    nodes = step.arguments

    def is_source(value: Value) -> bool:
        call = program.creation(value) if isinstance(value, Instance) else None
        return call is not None and (
            _GRADIENTS in call.names or bool(AVERAGED & call.names) or gradients_of(program, call) == "compute"
        )

    origins = program.origins([value for node in nodes for value in program.values(node)], is_source)
    calls = {program.creation(each) for each in origins if isinstance(each, Instance)}
    return sorted((call for call in calls if call is not None), key=program.order)


def averaged_in_place(program: Program, slices: Slices, source: Call) -> bool:
    """Say whether items of the gradients that a call computes are replaced by what is computed from their average."""
    return any(
        isinstance(target, ast.Subscript)
        and any(program.creation(each) is source for each in program.values(target.value) if isinstance(each, Instance))
        and any(_averages(program, node) for node in slices.of(document, statement.value))
        for document in program.documents
        for statement in document.nodes(ast.Assign)
        for target in statement.targets
    )


def _averages(program: Program, node: ast.AST) -> bool:
    call = program.call(node)
    return call is not None and bool(AVERAGED & call.names)


def _is_graph_optimizer(program: Program, optimizer: Instance) -> bool:
    """Say whether an optimizer is one of TensorFlow 1, or one of Horovod's around an optimizer that is not known."""
    names = [name for each in innermost(program, optimizer) for name in library_classes(program, each)]
    return any(name.startswith("horovod.") for name in names) or is_of_version_1(program, optimizer)


def step_optimizers(program: Program, step: Call) -> frozenset[Instance]:
    """Give the optimizers that take a step: its receiver, or what a library gets for one, as it is or by a function."""
    values = {value for node in optimizer_arguments(step) for value in program.values(node)}
    made = {
        each for value in values if isinstance(value, Function) for each in program.flow.ask(Result(value.site.node))
    }
    passed = {each for each in values | made if isinstance(each, Instance) and program.role_of(each) in ROLES}
    receivers = {each for each in step.receivers if isinstance(each, Instance) and program.role_of(each) in ROLES}
    return frozenset(passed | receivers)


def optimizer_arguments(step: Call) -> list[ast.expr]:
    """Give what the optimizers of a function of a library are passed as; nothing for the methods of optimizers."""
    parameters = step.entry.facts.get("optimizers") if step.entry is not None else None
    if not isinstance(parameters, list | tuple) or step.attribute in METHODS:
        return []
    nodes = [step.argument(str(each["parameter"])) for each in parameters]
    return [node for node in nodes if node is not None]
