"""Functions of the project that Keras runs for each batch: hooks of callbacks, and a model's own steps."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Bound, Class, Function, Instance
from farandole.analysis.program import Program
from farandole.analysis.scopes import FunctionNode, positional
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.source import Document

_HOOKS = ("on_batch_begin", "on_batch_end", "on_train_batch_begin", "on_train_batch_end")


def is_batch_hook(function: ast.AST) -> bool:
    """Say whether a function has the name of a hook for batches."""
    return isinstance(function, ast.FunctionDef) and function.name in _HOOKS


def hook_parameters(document: Document, hook: FunctionNode) -> list[str]:
    """Give what a hook is told, the batch first: all parameters but the object of a method."""
    names = [each.arg for each in positional(hook)]
    return names[1:] if isinstance(document.parent(hook), ast.ClassDef) else names


@answered_once
def batch_hooks(program: Program, training: Training) -> tuple[FunctionNode, ...]:
    """Give what Keras calls at each batch of a `fit`: methods of the project's callbacks, and functions."""
    if not any(step.attribute.startswith("fit") for step in training.steps):
        return ()
    made = (
        value.of
        for call in program.creations("callback")
        for value in program.values(call.node)
        if isinstance(value, Instance) and isinstance(value.of, Class)
    )
    methods = (each for each in _methods(program, made) if is_batch_hook(each) and len(each.args.args) > 1)
    return tuple(dict.fromkeys((*methods, *_given(program))))


def _given(program: Program) -> Iterator[FunctionNode]:
    """Yield the project's functions that a callback is made of, in the order of the text."""
    for call in program.calls_to("tensorflow.keras.callbacks.LambdaCallback"):
        for node in filter(None, (call.argument(name) for name in _HOOKS)):
            for value in ordered(program.values(node)):
                function = value.member if isinstance(value, Bound) else value
                if isinstance(function, Function) and function.site.module.own:
                    hook = function.site.node
                    if isinstance(hook, FunctionNode) and hook_parameters(function.site.module.document, hook):
                        yield hook


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
