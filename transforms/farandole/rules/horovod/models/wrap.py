"""Gradients of a Keras model are averaged: `hvd.DistributedOptimizer` around the optimizer that it is compiled with."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from farandole.analysis.call_order import may_follow
from farandole.analysis.effects.files import Access
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import is_in_callback
from farandole.frameworks.tensorflow.optimizers import (
    applying_alone,
    innermost,
    is_distributed,
    optimizers,
    others,
    unfollowed,
)
from farandole.frameworks.tensorflow.training import COMPILE, Training, minimizing_apart
from farandole.options import LearningRateScaling, Options
from farandole.rules.horovod.models import identifiers
from farandole.rules.horovod.models.own_schedules import told_edits
from farandole.rules.horovod.names import horovod_keras
from farandole.rules.horovod.restrictions.hvd205_optimizer_unknown import (
    applied_alone,
    compiled_anew,
    compiled_outside,
    compiled_unseen,
    compiled_with,
    created_outside,
    made_anew,
    of_version_1,
    unseen_compiles,
    used_otherwise,
    with_own_schedule,
)
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Edit, EditSet, layout

LOAD_MODEL = "tensorflow.keras.models.load_model"
LOADED_BY_HOROVOD = frozenset({"horovod.tensorflow.keras.load_model", "horovod.keras.load_model"})


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find the optimizers of a compiled model that average no gradients."""
    apart = minimizing_apart(script, training)
    for optimizer in sorted(apart, key=lambda each: getattr(each.site.node, "lineno", 0)):
        yield from optimizer_findings(rule, script, training, optimizer)
    if apart:
        return
    for compiled in training.compiles:
        yield from _compiled(rule, script, training, compiled, options)
    for model in training.models:
        compiles = [compiled for compiled in training.compiles if model in compiled.receivers]
        if not compiles or _keeps_its_optimizer(script, training, model, compiles):
            yield _not_compiled(rule, script, training, model, options)
    for compiled in unseen_compiles(script, training):
        yield compiled_unseen(training, compiled).finding(rule.code, compiled.document, compiled.node, training)
    for compiled in script.calls_to(COMPILE):
        if compiled not in training.compiles and is_in_callback(script, compiled.document, compiled.node):
            refusal = compiled_anew(training, compiled)
            yield refusal.finding(rule.code, compiled.document, compiled.node, training)


def _compiled(rule: Rule, script: Script, training: Training, compiled: Call, options: Options) -> Iterator[Finding]:
    document = compiled.document
    argument = compiled.argument("optimizer")
    span = document.span(argument if argument is not None else compiled.node)
    refusal = compiled_with(script, training, compiled)
    if refusal is not None:
        yield refusal.finding(rule.code, document, span, training)
        return
    found = optimizers(script, argument)
    if found and not others(script, argument):
        for optimizer in sorted(found, key=lambda each: getattr(each.site.node, "lineno", 0)):
            yield from optimizer_findings(rule, script, training, optimizer)
        return
    if script.must_be(argument, lambda value: isinstance(value, Instance) and is_distributed(script, value)):
        message = "the optimizer averages its gradients"
        yield Finding(rule, Status.DONE, document, span, message, training=training)
        return
    known = identifiers.optimizer_class(script, compiled) is not None or isinstance(argument, ast.Dict)
    refusal = None if known else used_otherwise(script, training, compiled)
    if refusal is not None:
        yield refusal.finding(rule.code, document, span, training)
        return
    known = known or identifiers.is_given_or_made(script, compiled)
    reason = "" if known else unfollowed(script, argument) or "it is not known here which optimizer this is"
    if not known and identifiers.is_given(script, compiled):
        reason = identifiers.doubt(script, compiled)
    yield Finding(
        rule,
        Status.MISSING,
        document,
        span,
        f"the optimizer of {training.label} does not average its gradients over the processes",
        "wrap it in hvd.DistributedOptimizer before compile",
        training=training,
        confirm=reason,
        fix=partial(identifiers.fix, script, compiled, options),
    )


def optimizer_findings(rule: Rule, script: Script, training: Training, optimizer: Instance) -> Iterator[Finding]:
    """Yield whether an optimizer averages its gradients; where it does not, all that it may be are wrapped where created."""
    alone = applying_alone(script, optimizer)
    if alone:
        yield applied_alone(training, alone[0]).finding(rule.code, alone[0].document, alone[0].node, training)
        return
    if is_distributed(script, optimizer):
        made = [
            call for each in (optimizer, *innermost(script, optimizer)) if (call := script.creation(each)) is not None
        ]
        span = made[0].document.span(made[0].node)
        message = "the optimizer averages its gradients"
        yield Finding(rule, Status.DONE, made[0].document, span, message, training=training)
        return
    for inner in innermost(script, optimizer):
        yield _created(rule, script, training, inner)


def _created(rule: Rule, script: Script, training: Training, optimizer: Instance) -> Finding:
    """Say that a plain optimizer averages no gradients, and how it is wrapped."""
    creation = script.creation(optimizer)
    if creation is None:
        where = training.steps[0]
        return created_outside(training).finding(rule.code, where.document, where.node, training)
    told = told_edits(script, creation)
    refusal = of_version_1(script, training, creation, optimizer) or made_anew(script, training, creation, optimizer)
    if told is None:
        refusal = refusal or with_own_schedule(script, training, creation)
    if refusal is not None:
        return refusal.finding(rule.code, creation.document, creation.node, training)
    name = creation.document.segment(creation.node.func)
    return Finding(
        rule,
        Status.MISSING,
        creation.document,
        creation.document.span(creation.node),
        f"the optimizer `{name}` of {training.label} does not average its gradients over the processes",
        "wrap it in hvd.DistributedOptimizer",
        training=training,
        fix=lambda: _fix_creation(script, creation) | (told or EditSet.empty()),
    )


def _not_compiled(rule: Rule, script: Script, training: Training, model: Instance, options: Options) -> Finding:
    creation = script.creation(model)
    if creation is not None and LOADED_BY_HOROVOD & creation.names:
        span = creation.document.span(creation.node)
        return Finding(rule, Status.DONE, creation.document, span, "Horovod loads the optimizer", training=training)
    if creation is not None and LOAD_MODEL in creation.names and _loads_plainly(creation):
        return Finding(
            rule,
            Status.MISSING,
            creation.document,
            creation.document.span(creation.node),
            f"{training.label} is loaded with an optimizer that does not average its gradients over the processes",
            "load it with hvd.load_model, which wraps the optimizer",
            training=training,
            confirm=_saved_rate(script, creation) if options.rate_scaling is not LearningRateScaling.NONE else "",
            fix=partial(_fix_load, script, creation),
        )
    first = training.steps[0]
    return compiled_outside(training).finding(rule.code, first.document, first.node, training)


def _keeps_its_optimizer(script: Script, training: Training, model: Instance, compiles: Sequence[Call]) -> bool:
    """Say whether a model is trained as it is loaded: each `compile` that it may be given to is one of another model.

    What an attribute holds is not told apart by the order of statements: each compile of it is of all that it holds.
    """
    load = script.creation(model)
    if load is None or LOAD_MODEL not in load.names or script.constants(load.argument("compile")) == {False}:
        return False
    trained = any(may_follow(script, load, step) or not may_follow(script, step, load) for step in training.steps)
    return trained and not any(may_follow(script, load, compiled) for compiled in compiles)


def _saved_rate(script: Script, load: Call) -> str:
    """Say what must hold of the rate that a model was saved with; nothing where the script goes on from its own saves."""
    effects = [effect for call in script.calls for effect in script.files.of(call)]
    written = [effect for effect in effects if effect.access is Access.WRITE]
    if any(effect.is_at(other) for effect in script.files.of(load) for other in written):
        return ""
    return (
        f"the learning rate that {load.document.quote(load.node)} loads must be that for all processes together: "
        "nothing multiplies it by hvd.size()"
    )


def _loads_plainly(creation: Call) -> bool:
    told = {keyword.arg for keyword in creation.node.keywords if not _compiles(keyword)}
    return len(creation.node.args) <= 1 and told <= {"filepath", "custom_objects"}


def _compiles(keyword: ast.keyword) -> bool:
    """Say whether an argument says that a model is loaded with its optimizer, as Horovod does and Keras without it."""
    return keyword.arg == "compile" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True


def _fix_creation(script: Script, creation: Call) -> EditSet:
    """Wrap an optimizer where it is created: in a statement of its own when it is assigned to a name."""
    document = creation.document
    hvd = horovod_keras(script, document)
    statement = document.statement(creation.node)
    match statement:
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as target], value=value) if value is creation.node:
            text = document.segment(target)
            line = f"{text} = {hvd.text}.DistributedOptimizer({text})"
            edits: tuple[Edit, ...] = layout.insert_after(document, statement, [line], once=True)
        case _:
            edits = layout.wrap(document, creation.node, f"{hvd.text}.DistributedOptimizer(", ")")
    return EditSet.of(document, [*hvd.edits, *edits])


def _fix_load(script: Script, creation: Call) -> EditSet:
    document = creation.document
    hvd = horovod_keras(script, document)
    edits = list(layout.replace(document, creation.node.func, f"{hvd.text}.load_model"))
    for keyword in filter(_compiles, creation.node.keywords):
        edits += layout.remove_argument(document, creation.node, keyword)
    return EditSet.of(document, [*hvd.edits, *edits])
