"""Gradients of TensorFlow 1 graphs are averaged: by the optimizer, or one by one where `tf.gradients` gives them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from farandole.analysis.points_to.relations import Result
from farandole.analysis.points_to.values import Bound, Function, Instance, Library
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import initialised_by, may_be_for_some
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.estimators import has_train_op
from farandole.frameworks.tensorflow.optimizer_steps import (
    METHODS,
    averaged_in_place,
    gradient_sources,
    gradients_of,
    optimizer_arguments,
)
from farandole.frameworks.tensorflow.optimizers import (
    AVERAGED,
    ROLES,
    is_distributed,
    optimizers,
    passed_over,
    wrapped,
)
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.horovod.graphs import named
from farandole.rules.horovod.graphs.blocks import blocks_around, innermost_common
from farandole.rules.horovod.names import horovod_tensorflow
from farandole.rules.horovod.restrictions.hvd205_optimizer_unknown import (
    estimated_with,
    used_unfollowed,
    used_unwrappable,
)
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditSet, layout

KEPT = frozenset({*METHODS, "get_slot", "get_slot_names", "variables", "get_name"})
"""What an optimizer wrapped by Horovod still has."""


@dataclass(frozen=True)
class _Use:
    """An expression whose optimizer computes gradients of a training, and the call that it does so in."""

    call: Call
    optimizer: ast.expr


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find the optimizers of a training, and its `tf.gradients`, whose gradients are not averaged."""
    for step in training.train_ops:
        if gradients_of(script, step) == "apply":
            yield from _applied(rule, script, training, step)
    if training.pattern is Pattern.ESTIMATOR:
        yield from _without_optimizer(rule, script, training)
    yield from _optimizers(rule, script, training, options)


def _applied(rule: Rule, script: Script, training: Training, step: Call) -> Iterator[Finding]:
    """Find the gradients that a step applies and that no optimizer computes, or averages."""
    for source in gradient_sources(script, step):
        if gradients_of(script, source) != "compute":
            yield _plain_gradients(rule, script, training, source)
        elif averaged_in_place(script, script.slices, source):
            document, span = source.document, source.document.span(source.node)
            yield Finding(rule, Status.DONE, document, span, "these gradients are averaged after it", training=training)


def _uses(script: Script, training: Training) -> list[_Use]:
    """Give the uses of optimizers that compute gradients of a training."""
    found = _canned(script, training)
    for step in training.train_ops:
        if gradients_of(script, step) == "minimize":
            found.extend(_minimised(step))
        else:
            sources = gradient_sources(script, step)
            computed = (each for each in sources if gradients_of(script, each))
            left = (each for each in computed if not averaged_in_place(script, script.slices, each))
            found.extend(use for each in left for use in _minimised(each))
    return found


def _minimised(call: Call) -> list[_Use]:
    """Give the optimizer of a `minimize` or `compute_gradients`, or those that a function of a library is given."""
    arguments = optimizer_arguments(call)
    if not arguments and call.receiver is not None and call.attribute in METHODS:
        arguments = [call.receiver]
    return [_Use(call, argument) for argument in arguments]


def _canned(script: Script, training: Training) -> list[_Use]:
    """Give the optimizers that the estimators of a training, which have a model of their own, are made with."""
    if training.pattern is not Pattern.ESTIMATOR:
        return []
    creations = _creations(script, training.models)
    return [_Use(call, argument) for call in creations for argument in optimizer_arguments(call)]


def _without_optimizer(rule: Rule, script: Script, training: Training) -> Iterator[Finding]:
    """Refuse the estimators for which no optimizer is found, and tell their author what to do about it."""
    left = [each for each in training.models if not has_train_op(script, each, training.train_ops)]
    unseen = () if training.train_ops else training.steps[:1]
    for call in _creations(script, left) or unseen:
        refusal = estimated_with(training, call)
        if refusal is not None:
            yield refusal.finding(rule.code, call.document, call.node, training)


def _plain_gradients(rule: Rule, script: Script, training: Training, source: Call) -> Finding:
    document, span = source.document, source.document.span(source.node)
    if AVERAGED & source.names:
        return Finding(rule, Status.DONE, document, span, "the gradients are averaged here", training=training)
    if initialised_by(script) and may_be_for_some(script, document, source.node):
        return Finding(rule, Status.DONE, document, span, "by its condition, these are not for all", training=training)
    return Finding(
        rule,
        Status.MISSING,
        document,
        span,
        "the gradients of `tf.gradients` are not averaged over the processes",
        "average each of them with hvd.allreduce: the wrapped optimizer averages only what it computes itself",
        training=training,
        fix=partial(_average, script, source),
    )


def _average(script: Script, source: Call) -> EditSet:
    document = source.document
    hvd = horovod_tensorflow(script, document)
    edits = layout.wrap(document, source.node, f"[None if g is None else {hvd.text}.allreduce(g) for g in ", "]")
    return EditSet.of(document, [*hvd.edits, *edits])


# Optimizers are wrapped where they are created, or where they are used if the first would change more than gradients.


def _optimizers(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    inner = _inside_distributed(script)
    every = dict.fromkeys(use for each in script.trainings for use in _uses(script, each))
    uses = set(_uses(script, training))
    for group in _groups(script, every):
        mine = [use for use in group.uses if use in uses]
        plain = [each for each in group.optimizers if not is_distributed(script, each) and each not in inner]
        bare = [each for use in group.uses for each in passed_over(script, use.optimizer) if each not in plain]
        ordered, every_one = _creations(script, plain), _creations(script, [*plain, *bare])
        doubts = ((use, used_unfollowed(script, training, use.optimizer)) for use in mine)
        unknown = next(((use, refusal) for use, refusal in doubts if refusal is not None), None)
        together = _after_all(every_one, group.uses) if len(every_one) > 1 else None
        if group.optimizers and not plain and unknown is not None:
            use, refusal = unknown
            yield refusal.finding(rule.code, use.call.document, use.optimizer, training)
        elif group.optimizers and not plain:
            for use in mine:
                span = use.call.document.span(use.call.node)
                message = "the optimizer averages its gradients"
                yield Finding(rule, Status.DONE, use.call.document, span, message, training=training)
        elif (
            mine
            and plain
            and unknown is None
            and all(_may_wrap_creation(script, each) for each in plain)
            and (together or not bare)
        ):
            for call in ordered:
                fix = partial(_wrap_creation, script, call, together)
                yield _at_creation(rule, training, call, fix)
        else:
            yield from (_at_use(rule, script, training, use, options) for use in mine)


def _creations(script: Script, instances: Iterable[Instance]) -> list[Call]:
    """Give the calls that make some objects, in the order of the text."""
    found = {script.creation(each) for each in instances}
    return sorted((call for call in found if call is not None), key=script.order)


@dataclass(frozen=True)
class _Group:
    """Uses of the same optimizers, all of which are wrapped in one way."""

    uses: tuple[_Use, ...]
    optimizers: frozenset[Instance]


def _groups(script: Script, uses: Iterable[_Use]) -> list[_Group]:
    groups: list[_Group] = []
    for use in uses:
        found = _created(script, use.optimizer)
        same = [group for group in groups if group.optimizers & found]
        joined = _Group(
            (*(each for group in same for each in group.uses), use),
            found.union(*(group.optimizers for group in same)),
        )
        groups = [group for group in groups if group not in same] + [joined]
    return groups


def _created(script: Script, node: ast.expr) -> frozenset[Instance]:
    """Give the optimizers that an expression stands for, or that the function that it stands for gives."""
    functions = [
        value.member if isinstance(value, Bound) else value
        for value in script.values(node)
        if isinstance(value, Function) or (isinstance(value, Bound) and isinstance(value.member, Function))
    ]
    results = {
        each
        for function in functions
        if isinstance(function, Function)
        for each in script.flow.ask(Result(function.site.node))
    }
    return optimizers(script, node) | frozenset(
        each for each in results if isinstance(each, Instance) and script.role_of(each) in ROLES
    )


def _inside_distributed(script: Script) -> frozenset[Instance]:
    """Give the optimizers that some other one, wrapped by Horovod, is made of."""
    outer = (each for each in script.optimizers if is_distributed(script, each))
    return frozenset(each for optimizer in outer for each in wrapped(script, optimizer))


def _may_wrap_creation(script: Script, optimizer: Instance) -> bool:
    """Say whether every user of an optimizer may get the wrapped one instead."""
    if script.creation(optimizer) is None or not isinstance(optimizer.of, Library):
        return False
    made_of_it = any(optimizer in wrapped(script, each) for each in script.optimizers)
    return not made_of_it and all(
        node.attr in KEPT
        for node in script.flow.values
        if isinstance(node, ast.Attribute) and optimizer in script.values(node.value)
    )


def _after_all(creations: list[Call], uses: Iterable[_Use]) -> ast.stmt | None:
    """Give the statement after which one name stands for whichever optimizer was created, and before it is used."""
    first = creations[0]
    document, scope = first.document, first.document.scope(first.node)
    if any(call.document.scope(call.node) is not scope or call.assigned_to != first.assigned_to for call in creations):
        return None
    blocks = [blocks_around(document, call.node) for call in creations]
    common = innermost_common(blocks)
    holders = [statement for each in blocks for block, statement in each if block is common]
    last = max(holders, key=lambda statement: document.span(statement).start)
    early = (use for use in uses if use.call.document is document and document.scope(use.call.node) is scope)
    if not first.assigned_to or any(document.span(use.call.node).start < document.span(last).end for use in early):
        return None
    return last


def _at_creation(rule: Rule, training: Training, creation: Call, fix: Callable[[], EditSet]) -> Finding:
    document = creation.document
    return Finding(
        rule,
        Status.MISSING,
        document,
        document.span(creation.node),
        f"the optimizer {document.quote(creation.node.func)} does not average its gradients over the processes",
        "wrap it in hvd.DistributedOptimizer",
        training=training,
        fix=fix,
    )


def _wrap_creation(script: Script, creation: Call, together: ast.stmt | None) -> EditSet:
    document = creation.document
    hvd = horovod_tensorflow(script, document)
    name = creation.assigned_to
    if name:
        line = f"{name} = {hvd.text}.DistributedOptimizer({name})"
        statement = together or document.statement(creation.node)
        edits: tuple[Edit, ...] = layout.insert_after(document, statement, [line], once=True)
    else:
        edits = _around(document, creation.node, hvd.text)
    return EditSet.of(document, [*hvd.edits, *edits])


def _at_use(rule: Rule, script: Script, training: Training, use: _Use, options: Options) -> Finding:
    document, node = use.call.document, use.optimizer
    found = _created(script, node)
    by_name = bool(named.creates(script, use.call, node))
    refusal = used_unwrappable(script, use.call, node, found) if not by_name else None
    if refusal is not None:
        return refusal.finding(rule.code, document, use.call.node, training)
    return Finding(
        rule,
        Status.MISSING,
        document,
        document.span(node),
        f"the optimizer {document.quote(node)} does not average its gradients over the processes",
        "wrap it in hvd.DistributedOptimizer",
        training=training,
        confirm="" if found or by_name else "it is not known here which optimizer this is",
        fix=partial(named.fix, script, use.call, node, options) if by_name else partial(_wrap_use, script, use),
    )


def _wrap_use(script: Script, use: _Use) -> EditSet:
    document = use.call.document
    hvd = horovod_tensorflow(script, document)
    return EditSet.of(document, [*hvd.edits, *_around(document, use.optimizer, hvd.text)])


def _around(document: Document, node: ast.expr, hvd: str) -> tuple[Edit, ...]:
    return layout.wrap(document, node, f"{hvd}.DistributedOptimizer(", ")")
