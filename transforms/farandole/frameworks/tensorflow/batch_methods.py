"""Functions of the project that Keras runs for each batch: hooks of callbacks, and a model's own steps."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import partial
from operator import eq

from farandole.analysis.answers import answered_once
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode, positional
from farandole.frameworks.tensorflow.callbacks import OF_FUNCTIONS, given
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
    for call in program.calls_to(OF_FUNCTIONS):
        for document, hook, function in given(program, call):
            if hook in _HOOKS and hook_parameters(document, function):
                yield function


@answered_once
def run_hooks(program: Program, training: Training) -> tuple[ast.FunctionDef, ...]:
    """Give the methods of the project's hooks that sessions run with each step, and no evaluation."""
    if training.pattern is not Pattern.MONITORED_SESSION and training.pattern is not Pattern.ESTIMATOR:
        return ()
    evaluating = {value for call in program.calls for node in _of_evaluation(call) for value in program.values(node)}
    made = (
        value.of
        for call in program.creations("hook")
        for value in program.values(call.node)
        if isinstance(value, Instance)
        and isinstance(value.of, Class)
        and not program.origins(evaluating, partial(eq, value))
    )
    return tuple(each for each in _methods(program, made) if each.name in ("before_run", "after_run"))


def _of_evaluation(call: Call) -> Iterator[ast.expr]:
    """Yield what a call gives an evaluation for hooks."""
    facts = call.entry.facts if call.entry is not None else {}
    told = facts.get("evaluation-hooks")
    names = [told] if isinstance(told, str) else list(told) if isinstance(told, list | tuple) else []
    evaluates = call.entry is not None and (facts.get("evaluates") or call.entry.role == "eval-spec")
    names += [str(facts["hooks"])] if evaluates and "hooks" in facts else []
    yield from filter(None, (call.argument(str(name)) for name in names))


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
