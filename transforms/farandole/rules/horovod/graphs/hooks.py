"""`hvd.BroadcastGlobalVariablesHook(0)` among the hooks of monitored sessions and estimators."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Constant, Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.resumption import kept_folders
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.names import horovod_tensorflow
from farandole.rules.horovod.restrictions.hvd304_broadcast_place import (
    hooks_hidden,
    specification_unknown,
)
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Edit, EditSet, layout

HOOK = "horovod.tensorflow.BroadcastGlobalVariablesHook"
SPECIFICATIONS = ("tensorflow.estimator.EstimatorSpec", "tensorflow.estimator.tpu.TPUEstimatorSpec")


def find_in_estimator(rule: Rule, script: Script, training: Training) -> Iterator[Finding]:
    """Find the calls that train an estimator, or the `TrainSpec` that they get, without a broadcast among the hooks."""
    done = next((call for call in script.calls_to(*SPECIFICATIONS) if _broadcasts(script, _hooks(call))), None)
    if done is not None:
        yield _done(rule, training, done)
        return
    for step in training.steps:
        if step.attribute != "train_and_evaluate":
            yield from find(rule, script, training, step)
            continue
        specifications = script.instances(step.argument("train_spec"), "train-spec")
        creations = {script.creation(each) for each in specifications} - {None}
        if not creations:
            yield specification_unknown().finding(rule.code, step.document, step.node, training)
        for creation in sorted(filter(None, creations), key=script.order):
            yield from find(rule, script, training, creation)


def find(rule: Rule, script: Script, training: Training, call: Call) -> Iterator[Finding]:
    """Tell whether a call that takes hooks gets the one that broadcasts."""
    hooks = _hooks(call)
    if _broadcasts(script, hooks):
        yield _done(rule, training, call)
        return
    name = call.document.segment(call.node.func)
    refusal = hooks_hidden(call, _parameter(call), hooks)
    if refusal is not None:
        yield refusal.finding(rule.code, call.document, call.node, training)
        return
    yield Finding(
        rule,
        Status.MISSING,
        call.document,
        call.document.span(call.node),
        f"the variables of {training.label} are not broadcast from rank 0 when `{name}` starts",
        "put hvd.BroadcastGlobalVariablesHook(0) first among the hooks",
        training=training,
        confirm=_not_again(script, training, call),
        fix=partial(_fix, script, call),
    )


def _not_again(script: Script, training: Training, call: Call) -> str:
    """Say that a run must not be started once more when it has ended, where rank 0 alone would find that it has."""
    steps = call.argument("max_steps")
    if steps is None or script.constants(steps) == {None}:
        return ""
    for made, folder in kept_folders(script, training.models):
        return (
            f"a run that has taken its {call.document.quote(steps)} steps must not be started again in "
            f"{made.document.quote(folder)}: rank 0, which alone has its checkpoint, would end at once, and the others "
            "wait for it"
        )
    return ""


def _done(rule: Rule, training: Training, call: Call) -> Finding:
    span = call.document.span(call.node)
    return Finding(rule, Status.DONE, call.document, span, "the variables are broadcast by a hook", training=training)


def _parameter(call: Call) -> str:
    parameter = call.entry.facts.get("hooks") if call.entry is not None else None
    return str(parameter or "")


def _hooks(call: Call) -> ast.expr | None:
    return call.argument(_parameter(call))


def _broadcasts(script: Script, hooks: ast.expr | None) -> bool:
    def is_hook(value: Value) -> bool:
        call = script.creation(value) if isinstance(value, Instance) else None
        return call is not None and HOOK in call.names

    return bool(script.origins(script.values(hooks), is_hook))


def _fix(script: Script, call: Call) -> EditSet:
    """Put the hook first: hooks that read variables when a session starts must find them broadcast."""
    document = call.document
    hvd = horovod_tensorflow(script, document)
    hook = f"{hvd.text}.BroadcastGlobalVariablesHook(0)"
    hooks = _hooks(call)
    match hooks:
        case None:
            edits: tuple[Edit, ...] = layout.add_argument(document, call.node, f"{_parameter(call)}=[{hook}]")
        case ast.Constant():
            edits = layout.replace(document, hooks, f"[{hook}]")
        case ast.List() | ast.Tuple():
            edits = layout.insert_element(document, hooks, 0, hook)
        case _ if _may_be_none(script, hooks):
            edits = layout.wrap(document, hooks, f"[{hook}, *(", " or [])]")
        case _:
            edits = layout.wrap(document, hooks, f"[{hook}, *", "]")
    return EditSet.of(document, [*hvd.edits, *edits])


def _may_be_none(script: Script, hooks: ast.expr) -> bool:
    values = script.values(hooks)
    return not values or bool(values.unknown) or Constant(None) in values
