"""Gradients of a tape are averaged: `hvd.DistributedGradientTape` around the tapes whose gradients are applied."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from farandole.analysis.points_to.values import Container, Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizer_steps import averaged_in_place
from farandole.frameworks.tensorflow.optimizers import AVERAGED
from farandole.frameworks.tensorflow.tapes import is_distributed, tape_text
from farandole.frameworks.tensorflow.training import GRADIENT, MINIMIZE, Training
from farandole.options import Options
from farandole.rules.horovod.models.wrap import optimizer_findings
from farandole.rules.horovod.names import horovod_tensorflow, tensorflow
from farandole.rules.horovod.restrictions.hvd220_unconnected_gradients import is_unconnected
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditSet, layout

TRAINABLE = ("trainable_variables", "trainable_weights", "variables", "weights")
"""The attributes of models that are lists of their variables."""


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find the tapes of a training whose gradients are not averaged, and optimizers whose `minimize` takes a loss."""
    for gradient in training.gradients:
        yield from _gradient(rule, script, training, gradient)
    for step in training.steps:
        if MINIMIZE in step.names:
            for optimizer in training.optimizers:
                yield from optimizer_findings(rule, script, training, optimizer)


def _gradient(rule: Rule, script: Script, training: Training, gradient: Call) -> Iterator[Finding]:
    document, span = gradient.document, gradient.document.span(gradient.node)
    if is_distributed(script, gradient) or _is_averaged_by_hand(script, training, gradient):
        yield Finding(rule, Status.DONE, document, span, "the tape averages its gradients", training=training)
        return
    if is_unconnected(gradient):
        return
    tape = tape_text(gradient)
    yield Finding(
        rule,
        Status.MISSING,
        document,
        span,
        f"the gradients of `{tape}` are not averaged over the processes",
        "wrap the tape in hvd.DistributedGradientTape before its gradient is taken",
        training=training,
        fix=partial(_fix, script, gradient),
    )


def _is_averaged_by_hand(script: Script, training: Training, gradient: Call) -> bool:
    """Say whether all steps that take the gradients of a tape take what `hvd.allreduce` has made of them."""

    def is_source(value: Value) -> bool:
        call = script.creation(value) if isinstance(value, Instance) else None
        return call is gradient or (call is not None and bool(AVERAGED & call.names))

    applied = [value for step in training.steps for node in step.arguments for value in script.values(node)]
    sources = {script.creation(each) for each in script.origins(applied, is_source) if isinstance(each, Instance)}
    return (bool(sources) and gradient not in sources) or averaged_in_place(script, script.slices, gradient)


def _fix(script: Script, gradient: Call) -> EditSet:
    return _wrapped_tape(script, gradient) | _flat_sources(script, gradient)


def _wrapped_tape(script: Script, gradient: Call) -> EditSet:
    """Wrap a tape after its `with`, where it is created, or where its gradient is taken, whichever is the first possible.

    A tape that still records is wrapped where it is created: no other object can end the recording of one that is not
    persistent.
    """
    document, function = gradient.document, gradient.node.func
    creation = _creation(script, gradient)
    statement = _rebinding_place(script, gradient)
    if statement is not None:
        hvd = horovod_tensorflow(script, document)
        tape = tape_text(gradient)
        line = f"{tape} = {hvd.text}.DistributedGradientTape({tape})"
        return EditSet.of(document, [*hvd.edits, *layout.insert_after(document, statement, [line], once=True)])
    if creation is not None and not _is_persistent(script, creation) and _uses(script, gradient) <= _averaged(script):
        return _around(script, creation.document, creation.node)
    assert isinstance(function, ast.Attribute)
    return _around(script, document, function.value)


def _around(script: Script, document: Document, tape: ast.expr) -> EditSet:
    hvd = horovod_tensorflow(script, document)
    edits = (*hvd.edits, *layout.wrap(document, tape, f"{hvd.text}.DistributedGradientTape(", ")"))
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])


def _flat_sources(script: Script, gradient: Call) -> EditSet:
    """Give the tape a flat list of variables, and what follows the gradients in the shape of the sources."""
    document = gradient.document
    edits: tuple[Edit, ...] = ()
    single = _single_source(script, gradient)
    if single is not None:
        edits += layout.wrap(document, single, "[", "]") + layout.wrap(document, gradient.node, "", "[0]")
    structure = _structure(script, gradient)
    if structure is not None:
        tf = tensorflow(script, document)
        edits += tuple(tf.edits) + layout.wrap(document, structure, f"{tf.text}.nest.flatten(", ")")
        before = f"{tf.text}.nest.pack_sequence_as({document.segment(structure)}, "
        edits += layout.wrap(document, gradient.node, before, ")")
    return EditSet.of(document, edits)


def structured(script: Script, sources: ast.expr | None) -> bool:
    """Say whether the variables that a tape differentiates by are a dict or nest other containers, as lists of models."""
    return any(
        isinstance(value.site.node, ast.Dict)
        or any(isinstance(item, Container) for item in script.elements(value))
        or any(is_list(script, item) for item in getattr(value.site.node, "elts", ()))
        for value in script.values(sources)
        if isinstance(value, Container)
    )


def is_list(script: Script, node: ast.expr, seen: frozenset[ast.expr] = frozenset()) -> bool:
    """Say whether an expression gives the variables of a model, or some of them, by a name, too."""
    document, seen = script.home(node), seen | {node}
    match node:
        case ast.Attribute(attr=name) if name in TRAINABLE:
            return True
        case ast.Subscript(value, ast.Slice()):
            return is_list(script, value, seen)
        case ast.BinOp(left, ast.Add(), right):
            return is_list(script, left, seen) or is_list(script, right, seen)
        case ast.Name() | ast.Attribute() if document is not None:
            given = [each for each in script.slices.assignments(document, node) if not each.part]
            return len(given) == 1 and given[0].value not in seen and is_list(script, given[0].value, seen)
    return False


def _structure(script: Script, gradient: Call) -> ast.expr | None:
    """Give the sources of a gradient when they are a dict or nest other containers, which Horovod does not flatten."""
    sources = gradient.argument("sources")
    return sources if structured(script, sources) else None


def _single_source(script: Script, gradient: Call) -> ast.expr | None:
    """Give the sources of a gradient when they are one variable, not a list of them."""
    sources = gradient.argument("sources")
    return sources if script.must_have_role(sources, "variable") else None


def _rebinding_place(script: Script, gradient: Call) -> ast.stmt | None:
    """Give the `with` statement after which the tape's name can be bound to the wrapped tape.

    None where that would be wrong: the gradient is taken inside the `with` or in another function, or of one variable
    alone, the tape is no plain name, or another `gradient` of it must not be averaged.
    """
    document = gradient.document
    function = gradient.node.func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return None
    creation = _creation(script, gradient)
    if creation is None or creation.document is not document or _single_source(script, gradient) is not None:
        return None
    statement = document.statement(creation.node)
    if not isinstance(statement, ast.With) or document.scope(statement) is not document.scope(gradient.node):
        return None
    averaged = _averaged(script)
    after = all(call in averaged and _follows(call, document, statement) for call in _uses(script, gradient))
    return statement if after else None


def _creation(script: Script, gradient: Call) -> Call | None:
    """Give the call that creates the tape of a gradient, when there is one, in the project."""
    tapes = [script.creation(each) for each in gradient.receivers if isinstance(each, Instance)]
    return tapes[0] if len(tapes) == 1 else None


def _is_persistent(script: Script, creation: Call) -> bool:
    argument = creation.argument("persistent")
    return argument is not None and script.constants(argument) != {False}


def _averaged(script: Script) -> frozenset[Call]:
    return frozenset(call for training in script.trainings for call in training.gradients)


def _uses(script: Script, gradient: Call) -> frozenset[Call]:
    """Give the calls that take a gradient of the same tape."""
    return frozenset(call for call in script.calls_to(GRADIENT) if not gradient.receivers.isdisjoint(call.receivers))


def _follows(call: Call, document: Document, statement: ast.stmt) -> bool:
    """Say whether a call stands in the block of a statement, outside of it."""
    if call.document is not document:
        return False
    around = (document.statement(call.node), *document.ancestors(call.node))
    return statement not in around and any(each in document.block(statement) for each in around)
