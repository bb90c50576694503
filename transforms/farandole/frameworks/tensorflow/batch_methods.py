"""Methods of the project that Keras runs for each batch of a training: hooks of callbacks, and a model's own steps."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Program
from farandole.frameworks.tensorflow.training import Pattern, Training

_HOOKS = frozenset({"on_batch_begin", "on_batch_end", "on_train_batch_begin", "on_train_batch_end"})


def is_batch_hook(function: ast.AST) -> bool:
    """Say whether a function has the name of a hook for batches."""
    return isinstance(function, ast.FunctionDef) and function.name in _HOOKS


@answered_once
def batch_hooks(program: Program, training: Training) -> tuple[ast.FunctionDef, ...]:
    """Give the methods that Keras calls at each batch of a `fit`, of the project's callbacks that are created."""
    if not any(step.attribute.startswith("fit") for step in training.steps):
        return ()
    made = (
        value.of
        for call in program.creations("callback")
        for value in program.values(call.node)
        if isinstance(value, Instance) and isinstance(value.of, Class)
    )
    return tuple(method for method in _methods(program, made) if is_batch_hook(method) and len(method.args.args) > 1)


@answered_once
def own_train_steps(program: Program, training: Training) -> tuple[ast.FunctionDef, ...]:
    """Give the `train_step` methods of the project's classes whose models Keras trains."""
    if training.pattern is not Pattern.KERAS:
        return ()
    owners = (each.of for each in training.models if isinstance(each.of, Class))
    return tuple(method for method in _methods(program, owners) if method.name == "train_step")


def _methods(program: Program, owners: Iterable[Class]) -> tuple[ast.FunctionDef, ...]:
    """Give the methods of some classes and of those of the project that they derive from, in the order of the text."""
    classes = {
        each.site.node
        for owner in dict.fromkeys(owners)
        for each in program.flow.mro(owner)
        if isinstance(each, Class) and each.site.module.own
    }
    return tuple(
        method
        for document in program.documents
        for method in document.nodes(ast.FunctionDef)
        if document.parent(method) in classes
    )
