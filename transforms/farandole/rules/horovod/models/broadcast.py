"""Keras training starts from one set of variables: the broadcast callback comes first among the callbacks of `fit`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from farandole.analysis.access_paths import expression_at
from farandole.analysis.anchors import Anchor, anchors, leading
from farandole.analysis.overriding import takes
from farandole.analysis.points_to.values import Class, Constant, Container, Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import Comprehension, FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import calls_within
from farandole.frameworks.tensorflow.training import Training
from farandole.options import Options
from farandole.rules.horovod.callback_lists import add_callback
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.names import horovod_keras
from farandole.rules.horovod.restrictions.hvd304_broadcast_place import (
    callbacks_hidden,
    callbacks_not_taken,
    model_without_name,
    optimizer_is_a_list,
    optimizer_is_a_name,
)
from farandole.rules.horovod.tapes.broadcast import ONCE
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, EditSet, layout

CALLBACK = "BroadcastGlobalVariablesCallback"
_BROADCASTS = frozenset(
    f"horovod.{module}.{name}"
    for module in ("tensorflow", "tensorflow.keras", "keras")
    for name in ("broadcast_variables", "broadcast_global_variables")
)
_REPEATED = ast.For | ast.AsyncFor | ast.While | Comprehension | FunctionNode
_LIST = ast.List | ast.Tuple | ast.ListComp
ON_BATCH = "tensorflow.keras.Model.train_on_batch"


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find the calls that train a Keras model without the broadcast of its variables."""
    for step in training.steps:
        if ON_BATCH not in step.names:
            yield from _fit(rule, script, training, step)
    yield from _on_batch(rule, script, training, [step for step in training.steps if ON_BATCH in step.names])


def _fit(rule: Rule, script: Script, training: Training, fit: Call) -> Iterator[Finding]:
    document, span = fit.document, fit.document.span(fit.node)
    callbacks = fit.argument("callbacks")
    named, listed = _named_optimizer(script, fit), next(_listed_optimizers(script, training), None)
    refusal = optimizer_is_a_name(training, *named) if named is not None else callbacks_hidden(script, training, fit)
    if listed is not None:
        refusal = optimizer_is_a_list(training, *listed)
    if refusal is None and not takes(script, fit, "callbacks"):
        refusal = callbacks_not_taken(training, fit)
    if refusal is not None:
        yield refusal.finding(rule.code, document, span, training)
    elif has_callback(script, callbacks, CALLBACK):
        yield Finding(rule, Status.DONE, document, span, "the variables are broadcast by callback", training=training)
    else:
        yield Finding(
            rule,
            Status.MISSING,
            document,
            span,
            f"each process starts {training.label} from its own initial values",
            "put hvd.callbacks.BroadcastGlobalVariablesCallback(0) first among the callbacks",
            training=training,
            fix=partial(_fix_fit, script, fit, callbacks),
        )


def _named_optimizer(script: Script, fit: Call) -> tuple[Document, ast.Assign] | None:
    """Give where the class of a model gives it the name of an optimizer, as a `compile` of its own may; else None."""
    for value in fit.receivers:
        if not isinstance(value, Instance) or not isinstance(value.of, Class):
            continue
        document = value.of.site.module.document
        for node in document.within(value.of.site.node, ast.Assign):
            if isinstance(node, ast.Assign) and any(ast.unparse(each) == "self.optimizer" for each in node.targets):
                given = script.values(node.value)
                if any(isinstance(each, Constant) and isinstance(each.value, str) for each in given):
                    return document, node
    return None


def _listed_optimizers(script: Script, training: Training) -> Iterator[tuple[Call, ast.expr]]:
    """Yield the calls of `compile` that give a model a list of optimizers, each with that."""
    for compiled in training.compiles:
        given = compiled.argument("optimizer")
        if any(isinstance(each, Container) and isinstance(each.site.node, _LIST) for each in script.values(given)):
            assert given is not None
            yield compiled, given


def has_callback(script: Script, callbacks: ast.expr | None, name: str) -> bool:
    """Say whether one of Horovod's callbacks, by its class name, is among the callbacks of a `fit`.

    It may be another library's of the same name, or one of the project that broadcasts by itself.
    """

    def wanted(value: Value) -> bool:
        call = script.creation(value) if isinstance(value, Instance) else None
        if call is None or not isinstance(value, Instance):
            return False
        if name == CALLBACK and isinstance(value.of, Class) and calls_within(script, value.of, _BROADCASTS):
            return True
        by_horovod = call.entry is None or any(each.startswith("horovod.") for each in call.names)
        return by_horovod and any(each.endswith(f".{name}") for each in call.names)

    return bool(script.origins(script.values(callbacks), wanted))


def _fix_fit(script: Script, fit: Call, callbacks: ast.expr | None) -> EditSet:
    document = fit.document
    hvd = horovod_keras(script, document)
    element = f"{hvd.text}.callbacks.{CALLBACK}(0)"
    if callbacks is None:
        edits = layout.add_argument(document, fit.node, f"callbacks=[{element}]")
    elif isinstance(callbacks, ast.List | ast.Tuple):
        edits = layout.insert_element(document, callbacks, 0, element)
    elif (display := _own_list(script, fit, callbacks)) is not None:
        edits = layout.insert_element(document, display, 0, element)
    elif isinstance(callbacks, ast.Constant) and callbacks.value is None:
        edits = layout.replace(document, callbacks, f"[{element}]")
    else:
        edits = add_callback(script, document, callbacks, element, first=True)
    return EditSet.of(document, [*hvd.edits, *edits])


def _own_list(script: Script, fit: Call, callbacks: ast.expr) -> ast.List | None:
    """Give the list that a `fit` takes by a name, where it is made anew for each run of this `fit`, and for no other.

    The callback broadcasts once: a list that is there for a second run would leave the variables of that as they are.
    """
    document, values = fit.document, script.values(callbacks)
    value = next(iter(values), None)
    if not isinstance(callbacks, ast.Name) or len(values) != 1 or not isinstance(value, Container):
        return None
    display = value.site.node
    takers = [each for each in script.calls if value in script.values(each.argument("callbacks"))]
    read = (each.value for each in document.nodes(ast.Subscript))
    if not isinstance(display, ast.List) or script.home(display) is not document or takers != [fit]:
        return None
    if any(value in script.values(each) for each in read):
        return None
    statement = document.parent(display)
    once = takewhile(lambda each: not isinstance(each, _REPEATED), document.ancestors(fit.node))
    blocks = (document.block(each) for each in once if isinstance(each, ast.stmt))
    plain = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    return display if plain and any(statement in block for block in blocks) else None


def _on_batch(rule: Rule, script: Script, training: Training, steps: list[Call]) -> Iterator[Finding]:
    places: list[tuple[Anchor, str]] = []
    for step in steps:
        document, span = step.document, step.document.span(step.node)
        if _is_broadcast(script, training):
            yield Finding(rule, Status.DONE, document, span, "the variables are broadcast", training=training)
            return
        named = _named_places(script, step)
        if not named:
            yield model_without_name(training, step).finding(rule.code, document, span, training)
            return
        places.extend(named)
    for anchor, model in leading(places):
        yield Finding(
            rule,
            Status.MISSING,
            anchor.document,
            anchor.document.span(anchor.node),
            f"each process starts {training.label} from its own initial values",
            "broadcast the variables of rank 0 after the first batch",
            training=training,
            fix=partial(_fix_on_batch, script, anchor, model),
        )


def _named_places(script: Script, step: Call) -> list[tuple[Anchor, str]]:
    """Give the places after which a batch has been trained, with the model's name there; none if one has no name."""
    function = step.node.func
    found = anchors(script, step.document, step.node) or ()
    if not isinstance(function, ast.Attribute):
        return []
    named = [
        (anchor, expression_at(script, step.document, function.value, anchor.document, anchor.node)) for anchor in found
    ]
    return named if all(name for _, name in named) else []


def _is_broadcast(script: Script, training: Training) -> bool:
    for call in script.calls:
        if call.names & {"horovod.tensorflow.broadcast_variables"} or _sets_model(script, call):
            values = [value for argument in call.node.args for value in script.values(argument)]
            if script.origins(values, lambda value: value in training.models):
                return True
    return False


def _sets_model(script: Script, call: Call) -> bool:
    """Say whether a call gives a model to Horovod's callback that broadcasts."""
    return call.attribute == "set_model" and any(
        made is not None and any(name.endswith(f".{CALLBACK}") for name in made.names)
        for each in call.receivers
        if isinstance(each, Instance)
        for made in [script.creation(each)]
    )


def _fix_on_batch(script: Script, anchor: Anchor, model: str) -> EditSet:
    """Let Horovod's callback broadcast: it does so eagerly, or in the session of Keras where that runs a graph."""
    hvd = horovod_keras(script, anchor.document)
    name = free_name(anchor.document, "broadcast", "broadcast_callback")
    lines = [
        ONCE,
        f'if not getattr({model}, "hvd_broadcast_done", False):',
        *(f"    {line}" for line in callback_lines(hvd.text, name, model)),
        f"    {model}.hvd_broadcast_done = True",
    ]
    edits = layout.insert_after(anchor.document, anchor.statement, lines, once=True)
    return EditSet.of(anchor.document, [*hvd.edits, *edits])


def callback_lines(hvd: str, name: str, model: str) -> list[str]:
    """Give the lines that broadcast a compiled model's variables where nothing calls callbacks, and its optimizer's."""
    return [f"{name} = {hvd}.callbacks.{CALLBACK}(0)", f"{name}.set_model({model})", f"{name}.on_batch_end(0)"]
