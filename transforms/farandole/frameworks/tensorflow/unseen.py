"""Trainings that are there and can't be seen into: what says that something is trained, and no more."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from farandole.analysis.call_order import run_by, ways
from farandole.analysis.points_to.values import Bound, Function, Instance, Library, Unknown, Value
from farandole.analysis.program import Call, Program
from farandole.frameworks.tensorflow.graphs import STEPS, gradients_of
from farandole.frameworks.tensorflow.optimizers import ROLES
from farandole.frameworks.tensorflow.training import (
    GRADIENT,
    Pattern,
    Training,
    gradient_calls,
    gradients_in,
    new_training,
)
from farandole.source import Document

_EAGER = ("tensorflow.enable_eager_execution", "tensorflow.contrib.eager.enable_eager_execution")
"""The functions of TensorFlow 1 after which a step is taken where it is written, and no session runs it."""

_PACKAGES = ("tensorflow", "keras", "tf_keras")
_KERAS_ONLY = frozenset({"fit_generator", "train_on_batch"})
_UPDATES = frozenset({"assign", "assign_add", "assign_sub", "update_add", "update_sub", "set_weights"})
"""The methods and functions that give variables, or a model, other values."""

_GRADIENTS = frozenset({"tensorflow.gradients", "tensorflow.keras.backend.gradients", GRADIENT})
_TRAIN_OPS = frozenset({"train_op", "train_ops", "train_step", "training_op", "train_operation", "opt_op", "optim_op"})
_FIT_KEYWORDS = frozenset({"epochs", "callbacks", "validation_data", "steps_per_epoch", "nb_epoch", "batch_size"})


def find_unseen(program: Program, known: Iterable[Training]) -> list[Training]:
    """Give the trainings, of unknown pattern, that a script has besides the known ones."""
    steps = {step.node for training in known for step in (*training.steps, *training.runs, *training.train_ops)}
    steps |= {gradient.node for training in known for gradient in training.gradients}
    found: list[Training] = []
    if _names_tensorflow(program):
        for call in program.calls:
            why = _why(program, call) if call.node not in steps else ""
            if why:
                found.append(new_training(program, Pattern.UNKNOWN, [call], unseen=why))
        updates = (
            [call for call in program.calls if _applies_gradients(program, call)] if not steps and not found else []
        )
        if updates:
            why = f"the gradients are applied by `{ast.unparse(updates[0].node.func)}`, not by an optimizer"
            found.append(new_training(program, Pattern.UNKNOWN, updates, unseen=why))
    return found


def _applies_gradients(program: Program, call: Call) -> bool:
    """Say whether a call that the script makes gives variables values that are computed from gradients."""
    if call.attribute not in _UPDATES or call.functions:
        return False
    computed = bool(gradients_in(program, call.arguments, _GRADIENTS))
    return computed and any(isinstance(scope, ast.Module) for _, scope, _ in ways(program, call))


def _train_op_unseen(program: Program, call: Call) -> str:
    """Give what a session runs that is called a train op and can't be followed; else an empty text."""
    fetched = call.argument("fetches") if "tensorflow.Session.run" in call.names else None
    for node in ast.walk(fetched) if fetched is not None else ():
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        if name in _TRAIN_OPS and isinstance(node, ast.expr):
            values = program.values(node)
            if values and all(_is_unseen(program, each) for each in values):
                return ast.unparse(node)
    return ""


def _is_unseen(program: Program, value: Value) -> bool:
    """Say whether nothing is known of a value: of an object of what is not read, or of an attribute of one."""
    match value:
        case Unknown():
            return True
        case Bound(Instance(_, Library(name)), Library()):
            return not name.partition(".")[0].isidentifier() or not program.catalog.knows(name)
    return program.is_unread(value)


def _why(program: Program, call: Call) -> str:
    """Say why a call trains something of which the steps can't be told; nothing when it trains nothing."""
    fact = call.entry.facts.get("trains-unseen") if call.entry is not None else None
    text = ast.unparse(call.node.func)
    if fact:
        return f"`{text}` trains by {fact}"
    if _trains_a_function(program, call):
        return f"`{text}` takes the steps itself: each process would follow the line search of its own gradients"
    run_later = any(program.role_of(each) in ROLES for each in call.receivers) and gradients_of(program, call) in STEPS
    graph = run_later and not program.calls_to(*_EAGER)
    applies = call.attribute == "apply_gradients" and bool(call.node.args) and not (call.functions or graph)
    if applies and not gradient_calls(program, call):
        return f"it is not seen where the gradients come from that `{text}` applies"
    op = _train_op_unseen(program, call)
    if op:
        return f"it is not seen what `{op}` is, which a session runs"
    unknown = not call.functions and not call.names and isinstance(call.node.func, ast.Attribute)
    keywords = {keyword.arg for keyword in call.node.keywords}
    fits = call.attribute in _KERAS_ONLY or (call.attribute == "fit" and len(keywords & _FIT_KEYWORDS) > 1)
    if unknown and fits and not any(_is_known(program, each) for each in call.receivers):
        return f"it is not seen what `{ast.unparse(call.node.func.value)}` is, which `{call.attribute}` trains"  # type: ignore[attr-defined]
    return ""


def _trains_a_function(program: Program, call: Call) -> bool:
    """Say whether a call minimises a function of the project that takes gradients, or gives variables other values."""
    parameter = call.entry.facts.get("minimises") if call.entry is not None else None
    values = program.values(call.argument(str(parameter))) if parameter else ()
    functions = program.origins(values, lambda value: isinstance(value, Function))
    return any(
        isinstance(each, ast.Call) and (made := program.call(each)) is not None and _is_of_training(made)
        for function in functions
        if isinstance(function, Function)
        for body in run_by(program, function.site.node)
        for each in ast.walk(body)
    )


def _is_of_training(call: Call) -> bool:
    """Say whether a call takes gradients, or gives variables other values."""
    return not call.names.isdisjoint(_GRADIENTS) or (call.attribute in _UPDATES and not call.functions)


def _is_known(program: Program, value: object) -> bool:
    return isinstance(value, Instance) and program.role_of(value) is not None


def _names_tensorflow(program: Program) -> bool:
    """Say whether a file of the project imports TensorFlow or Keras."""
    return any(package in _PACKAGES for document in program.documents for package in _imported(document))


def _imported(document: Document) -> Iterator[str]:
    for node in document.nodes(ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
