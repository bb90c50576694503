"""Eager TensorFlow and Keras: the process sees the one GPU of its local rank."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.call_order import calls_below, run_by
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.horovod.devices.environment import VISIBLE
from farandole.rules.horovod.devices.local_rank import depends_on_local_rank, free_name
from farandole.rules.horovod.devices.sessions import ONLY_IN_1
from farandole.rules.horovod.inits import initialisations
from farandole.rules.horovod.names import Name, after_imports, horovod, keras_name, tensorflow
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditSet, layout

_GRAPHS_ONLY = ("tensorflow.disable_eager_execution", "tensorflow.disable_v2_behavior")

AFTER_INIT = 2
"""The layer of lines that follow `hvd.init()` after the imports."""


def find(rule: Rule, script: Script, training: Training) -> Iterator[Finding]:
    """Tell whether a script that trains eagerly or by Keras lets each process see one GPU only."""
    if any(depends_on_local_rank(script, call.argument("devices")) for call in script.calls_to(VISIBLE)):
        return
    yield Finding(
        rule,
        Status.MISSING,
        training.document,
        training.span,
        f"no GPU is chosen for the process, so all processes of a machine train {training.label} on the first one",
        "make the GPU of hvd.local_rank() the only visible one",
        training=training,
        fix=partial(_fix, script),
    )


def trains_beside_sessions(script: Script) -> bool:
    """Say whether a script with sessions trains eagerly all the same, on GPUs that their configuration does not choose.

    A session that nothing is run in is made for its side effect: that TensorFlow takes the GPU's memory as it needs it.
    Keras trains in a session of its own, unless it is given one, or trains where one is entered.
    """
    if script.calls_to(*_GRAPHS_ONLY) or not script.trainings:
        return False
    sessions = script.creations("session")
    used = any(script.role_of(each) == "session" for call in script.calls for each in call.receivers)
    entered = any(isinstance(call.document.statement(call.node), ast.With) for call in sessions)
    by_tape = any(training.pattern is Pattern.GRADIENT_TAPE for training in script.trainings)
    given = bool(script.calls_to("tensorflow.keras.backend.set_session"))
    made_alone = bool(sessions) and not (used or entered or given)
    return by_tape or made_alone or (not given and _keras_trains_outside(script))


def _keras_trains_outside(script: Script) -> bool:
    """Say whether Keras trains in a session of its own: no other one is entered where it does."""
    trainings = [training for training in script.trainings if training.pattern is Pattern.KERAS]
    steps = {step.node for training in trainings for step in training.steps}
    if not steps or script.calls_to("tensorflow.InteractiveSession"):
        return False
    entering = (each for document in script.documents for each in document.nodes(ast.With) if _enters(script, each))
    return all(steps.isdisjoint(ast.walk(body)) for each in entering for body in run_by(script, each, calls_below))


def _enters(script: Script, node: ast.With) -> bool:
    """Say whether a statement makes a session the default one: `with session`, `with session.as_default()`."""
    given = [item.context_expr for item in node.items]
    given += [each.func.value for each in given if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)]
    return any(script.role_of(value) == "session" for each in given for value in script.values(each))


def _fix(script: Script) -> EditSet:
    init = next(iter(initialisations(script)), None)
    document = init.document if init is not None else script.entry
    hvd, tf = horovod(script, document), tensorflow(script, document)
    keras = keras_name(script, document) if _is_for_version_1(script) else Name("", ())
    lines = (
        _lines_of_session(document, hvd.text, tf.text, keras.text)
        if keras.text
        else _lines(document, hvd.text, tf.text)
    )
    if init is not None:
        place: tuple[Edit, ...] = layout.insert_after(document, document.statement(init.node), lines, once=True)
    else:
        place = after_imports(document, lines, layer=AFTER_INIT)
    return EditSet.of(document, [*tf.edits, *keras.edits, *hvd.edits, *place])


def _lines(document: Document, hvd: str, tf: str) -> list[str]:
    gpus, gpu = free_name(document, "gpus"), free_name(document, "gpu")
    return [
        f'{gpus} = {tf}.config.experimental.list_physical_devices("GPU")',
        f"for {gpu} in {gpus}:",
        f"    {tf}.config.experimental.set_memory_growth({gpu}, True)",
        f"if {gpus}:",
        f'    {tf}.config.experimental.set_visible_devices({gpus}[{hvd}.local_rank()], "GPU")',
    ]


def _is_for_version_1(script: Script) -> bool:
    """Say whether a script that trains by Keras has a name that only TensorFlow 1 has, whatever happens in it.

    Keras trains in a session there, for which `set_visible_devices` chooses nothing.
    """
    if any(training.pattern is not Pattern.KERAS for training in script.trainings):
        return False
    return any(
        isinstance(call.node.func, ast.Attribute)
        and isinstance(call.node.func.value, ast.Name)
        and call.node.func.value.id in _plain_names(call.document)
        and any(name.removeprefix("tensorflow.") in ONLY_IN_1 for name in call.names)
        and not any(isinstance(each, ast.If | ast.Try) for each in call.document.ancestors(call.node))
        for call in script.calls
    )


def _plain_names(document: Document) -> set[str]:
    """Give the names that a file has for TensorFlow itself, not for the part of it that is as in version 1."""
    aliases = (alias for node in document.nodes(ast.Import) for alias in node.names)
    return {alias.asname or alias.name for alias in aliases if alias.name == "tensorflow"}


def _lines_of_session(document: Document, hvd: str, tf: str, keras: str) -> list[str]:
    config = free_name(document, "config")
    return [
        f"{config} = {tf}.ConfigProto()",
        f"{config}.gpu_options.allow_growth = True",
        f"{config}.gpu_options.visible_device_list = str({hvd}.local_rank())",
        f"{keras}.backend.set_session({tf}.Session(config={config}))",
    ]
