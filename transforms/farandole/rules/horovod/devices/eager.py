"""Eager TensorFlow and Keras: the process sees the one GPU of its local rank."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from farandole.analysis.call_order import calls_below, may_follow, run_by
from farandole.analysis.nodes import is_main_guard
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.distribution import DEVICE
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.frameworks.tensorflow.versions import asks_for_tensorflow, eager_calls
from farandole.rules.horovod.devices.early import above_imports, listed, modules, while_imported
from farandole.rules.horovod.devices.environment import VISIBLE, hides_every_gpu
from farandole.rules.horovod.devices.local_rank import depends_on_local_rank, free_name
from farandole.rules.horovod.inits import initialisations
from farandole.rules.horovod.names import (
    AFTER_INIT,
    STANDALONE_KERAS,
    after_imports,
    horovod,
    keras_module,
    keras_name,
    tensorflow,
)
from farandole.rules.horovod.restrictions.hvd234_devices_chosen import initialised_all, initialised_early
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, Edit, EditSet, layout

_GRAPHS_ONLY = ("tensorflow.disable_eager_execution", "tensorflow.disable_v2_behavior")

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

_CLEARED = "tensorflow.keras.backend.clear_session"
"""After it Keras makes itself another session, of no configuration."""

_RESET = "tensorflow.reset_default_graph"
"""After it a session that Keras was given before is one of another graph than that of its models."""

_SET, _GET = "tensorflow.keras.backend.set_session", "tensorflow.keras.backend.get_session"


def find(rule: Rule, script: Script, training: Training) -> Iterator[Finding]:
    """Tell whether a script that trains eagerly or by Keras lets each process see one GPU only."""
    if any(depends_on_local_rank(script, call.argument("devices")) for call in script.calls_to(VISIBLE)):
        return
    if hides_every_gpu(script):
        return
    refusal = _initialised(script)
    if refusal is not None:
        yield refusal.finding(rule.code, training.document, training.steps[0].node, training)
        return
    yield Finding(
        rule,
        Status.MISSING,
        training.document,
        training.span,
        f"no GPU is chosen for the process, so all processes of a machine train {training.label} on the first one",
        "make the GPU of hvd.local_rank() the only visible one",
        training=training,
        confirm=_doubt(script, training),
        fix=partial(_fix, script, in_session=_trains_in_session(script)),
    )


def _initialised(script: Script) -> Refusal | None:
    """Say that the GPUs are initialised where the process can't choose its own any more, if they are."""
    if script.is_for_version_1 and (told := listed(script)) is not None:
        return initialised_all(told)
    early = while_imported(script)
    if early is not None and _pinned_in(script) and next(iter(initialisations(script)), None) is None:
        early = above_imports(script)  # the pin would stand in a module that is imported later
    return initialised_early(early) if early is not None else None


def _pinned_in(script: Script) -> tuple[Document, ...]:
    """Give the modules in which the GPU is chosen, as their import initialises it; none where that is no way.

    Each of them chooses the same: that is no change where another one has been imported first. A session is given once.
    """
    found = modules(script)
    return found if len(found) == 1 or not _trains_in_session(script) else ()


def _doubt(script: Script, training: Training) -> str:
    """Give what a person has to confirm: on which TensorFlow Keras runs, and what sessions are that are not read."""
    return "; ".join(filter(None, (_of_version(script, training), _of_session(script))))


def _of_session(script: Script) -> str:
    """Ask about what a training is in that is called a session, and is of a library that is not read."""
    steps = {step.node for training in script.trainings for step in training.steps}
    for document in script.documents if not script.is_for_version_2 else ():
        for node in document.nodes(ast.With):
            entered = [call for item in node.items if (call := script.call(item.context_expr)) is not None]
            unread = [call for call in entered if _is_unread_session(script, call)]
            if unread and any(not steps.isdisjoint(ast.walk(body)) for body in run_by(script, node, calls_below)):
                where = f"{document.quote(unread[0].node.func)} in {document.place_of(node)}"
                return f"{where} must make no session of TensorFlow's: that would take the first GPU in every process"
    return ""


def _is_unread_session(script: Script, call: Call) -> bool:
    read = bool(call.functions) or call.entry is not None
    chosen = any(depends_on_local_rank(script, each) for each in call.arguments)
    return "session" in call.attribute.lower() and not read and not chosen


def _of_version(script: Script, training: Training) -> str:
    """Ask on which TensorFlow the stand-alone Keras runs, where nothing tells."""
    alone = training.pattern is Pattern.KERAS and keras_module(script, training.document) == STANDALONE_KERAS
    if not alone or script.is_for_version_1 or script.is_for_version_2:
        return ""
    return (
        "Keras must run on TensorFlow 2 here, if there are GPUs: for TensorFlow 1 write `tensorflow==1.15`, or what you "
        "have, into requirements.txt, and other lines choose them"
    )


def trains_beside_sessions(script: Script) -> bool:
    """Say whether a script with sessions trains eagerly all the same, on GPUs that their configuration does not choose.

    A session that nothing is run in is made for its side effect: that TensorFlow takes the GPU's memory as it needs it.
    Keras trains in a session of its own, unless it is given one, or trains where one is entered: with graphs alone,
    since it trains eagerly otherwise, whatever it is given.
    """
    if not script.trainings:
        return False
    enabling = eager_calls(script)
    if enabling:  # what TensorFlow 2 is given there chooses nothing: it is eager already
        return not (script.is_for_version_1 and any(call.argument("config") for call in enabling))
    sessions = script.creations("session")
    used = any(script.role_of(each) == "session" for call in script.calls for each in call.receivers)
    entered = any(isinstance(call.document.statement(call.node), ast.With) for call in sessions)
    by_tape = any(training.pattern is Pattern.GRADIENT_TAPE for training in script.trainings)
    giving = script.calls_to(_SET) if has_graphs(script) else ()
    given = any(_is_given_first(script, call) for call in giving)
    made_alone = bool(sessions) and not (used or entered or given)
    return by_tape or made_alone or (not given and _keras_trains_outside(script))


def has_graphs(script: Script) -> bool:
    """Say whether Keras trains in sessions: on TensorFlow 1, or where version 2 is told to."""
    return script.is_for_version_1 or bool(script.calls_to(*_GRAPHS_ONLY))


def _is_given_first(script: Script, call: Call, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Say whether Keras is always given a session before it trains: under no condition, and after no step.

    Of a function that the script calls one of its calls does, which may choose to train as well. `seen` are functions
    that lead to one another.
    """
    inner = call.document.statement(call.node)
    for outer in call.document.ancestors(inner):
        asked = isinstance(outer, ast.If) and asks_for_tensorflow(outer.test)
        block = call.document.block(inner)
        before = [each for each in block[: block.index(inner)] if not isinstance(each, _DEFINITIONS)]
        after = block[block.index(inner) :]
        branches = isinstance(outer, ast.If | ast.While | ast.ExceptHandler) and not is_main_guard(outer) and not asked
        if branches and not (seen and _trains_in(script, after)):
            return False
        if isinstance(outer, ast.For) and not _trains_in(script, after):
            return False
        if isinstance(outer, ast.For | ast.Module | FunctionNode) and _trains_in(script, before):
            return False
        if isinstance(outer, FunctionNode):
            callers = script.callers(outer) if outer not in seen else ()
            return not callers or any(_is_given_first(script, each, seen | {outer}) for each in callers)
        inner = outer if isinstance(outer, ast.stmt) else inner
    return True


def _trains_in(script: Script, statements: Sequence[ast.stmt]) -> bool:
    """Say whether statements take a training step, by themselves or in the functions that they call."""
    steps = {step.node for training in script.trainings for step in training.steps}
    bodies = (body for each in statements for body in run_by(script, each, calls_below))
    return any(not steps.isdisjoint(ast.walk(body)) for body in bodies)


def _keras_trains_outside(script: Script) -> bool:
    """Say whether Keras trains in a session of its own: no other one is entered where it does."""
    trainings = [training for training in script.trainings if training.pattern is Pattern.KERAS]
    steps = {step.node for training in trainings for step in training.steps}
    if not steps or script.calls_to("tensorflow.InteractiveSession"):
        return False
    entering = (each for document in script.documents for each in document.nodes(ast.With) if _enters(script, each))
    return all(steps.isdisjoint(ast.walk(body)) for each in entering for body in run_by(script, each, calls_below))


def _enters(script: Script, node: ast.With) -> bool:
    """Say whether a statement makes a session the default one: `with session`, `with session.as_default()`.

    The latter leaves the default graph as it is: Keras goes on to train eagerly in TensorFlow 2.
    """
    heads = [item.context_expr for item in node.items]
    given = heads if has_graphs(script) else [each for each in heads if not _makes_default(each)]
    return any(script.role_of(value) == "session" for each in given for value in script.values(each))


def _makes_default(head: ast.expr) -> bool:
    """Say whether an expression is a call of `as_default`."""
    return isinstance(head, ast.Call) and isinstance(head.func, ast.Attribute) and head.func.attr == "as_default"


def find_beside(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find what Keras on TensorFlow 1 computes in a session of its own, beside those that a script trains in."""
    if not script.is_for_version_1 or script.calls_to("tensorflow.InteractiveSession"):
        return
    if any(_is_given_first(script, call) for call in script.calls_to(_SET)):
        return
    entering = [each for document in script.documents for each in document.nodes(ast.With) if _enters(script, each)]
    inside = {node for each in entering for body in run_by(script, each, calls_below) for node in ast.walk(body)}
    asking = (call for call in script.calls if call.node not in inside and _asks_keras(call))
    call = next((each for each in asking if script.may_run(each.document, each.node)), None)
    if call is not None:
        yield Finding(
            rule,
            Status.MISSING,
            call.document,
            call.document.span(call.node),
            f"{call.document.quote(call.node.func)} uses the session of Keras, which takes the first GPU in every process",
            "give Keras a session on the GPU of hvd.local_rank()",
            fix=partial(_fix, script, in_session=True),
        )


def _asks_keras(call: Call) -> bool:
    """Say whether a call asks Keras for its session, or has it compute in that."""
    computes = call.entry is not None and "evaluates" in call.entry.facts
    return _GET in call.names or (computes and any(name.startswith("tensorflow.keras.") for name in call.names))


def _fix(script: Script, in_session: bool) -> EditSet:
    init = next(iter(initialisations(script)), None)
    found = []
    for document in (init.document,) if init is not None else _pinned_in(script) or (script.entry,):
        edits, lines = _lines_of_session(script, document) if in_session else _lines(script, document)
        if init is not None:
            place: tuple[Edit, ...] = layout.insert_after(document, document.statement(init.node), lines, once=True)
        else:
            place = after_imports(script, document, lines, layer=AFTER_INIT)
        found.append(EditSet.of(document, [*edits, *place]))
    lost = _cleared(script, _CLEARED, _RESET) if in_session else ()
    return EditSet.union([*found, *(_given_anew(script, each) for each in lost)])


def find_cleared(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find where Keras on TensorFlow 1 forgets the session that the script has given it, and makes itself another."""
    for call in _cleared(script, _CLEARED) if script.is_for_version_1 else ():
        yield Finding(
            rule,
            Status.MISSING,
            call.document,
            call.document.span(call.node),
            f"after `{ast.unparse(call.node.func)}` Keras makes itself a session that takes the first GPU in every process",
            "give Keras a session on the GPU of hvd.local_rank() again",
            fix=partial(_given_anew, script, call),
        )


def _cleared(script: Script, *clearing: str) -> Iterator[Call]:
    """Yield the calls of some names after which Keras may need another session: it is used, and not given one before."""
    for call in script.calls_to(*clearing):
        used = any(may_follow(script, call, each) for each in script.calls if _uses_session(each))
        if used and not _is_given_next(script, call):
            yield call


def _is_given_next(script: Script, cleared: Call) -> bool:
    """Say whether Keras is given a session in a later statement of the same block, before one that may use a session."""
    block = cleared.document.block(cleared.document.statement(cleared.node))
    for statement in block[block.index(cleared.document.statement(cleared.node)) + 1 :]:
        run = {node for body in run_by(script, statement) for node in ast.walk(body)}
        calls = [call for call in script.calls if call.node in run]
        if any(_SET in call.names for call in calls):
            return True
        if any(map(_uses_session, calls)):
            return False
    return False


def _given_anew(script: Script, cleared: Call) -> EditSet:
    """Give Keras a session on the GPU of this process after a call has cleared the one before."""
    edits, lines = _lines_of_session(script, cleared.document)
    after = layout.insert_after(cleared.document, cleared.document.statement(cleared.node), lines, once=True)
    return EditSet.of(cleared.document, [*edits, *after])


def _uses_session(call: Call) -> bool:
    """Say whether a call may use the session of Keras: it makes a part of a model, runs one, or is not known."""
    if call.entry is not None:
        return call.entry.role in ("layer", "model") or bool({"trains", "evaluates"} & call.entry.facts.keys())
    return not call.functions and not (call.names and all(name.startswith("builtins.") for name in call.names))


def _lines(script: Script, document: Document) -> tuple[list[Edit], list[str]]:
    hvd, tf = horovod(script, document), tensorflow(script, document)
    gpus, gpu = free_name(document, "gpus"), free_name(document, "gpu")
    lines = [
        f'{gpus} = {tf.text}.config.experimental.list_physical_devices("GPU")',
        f"for {gpu} in {gpus}:",
        f"    {tf.text}.config.experimental.set_memory_growth({gpu}, True)",
        f"if {gpus}:",
        f'    {tf.text}.config.experimental.set_visible_devices({gpus}[{hvd.text}.local_rank()], "GPU")',
    ]
    return [*tf.edits, *hvd.edits], lines


def _lines_of_session(script: Script, document: Document) -> tuple[list[Edit], list[str]]:
    hvd, tf, keras = horovod(script, document), tensorflow(script, document), keras_name(script, document)
    config = free_name(document, "config")
    options = "allow_soft_placement=True" if script.calls_to(*DEVICE) else ""  # as in the session that Keras makes
    lines = [
        f"{config} = {tf.text}.ConfigProto({options})",
        f"{config}.gpu_options.allow_growth = True",
        f"{config}.gpu_options.visible_device_list = str({hvd.text}.local_rank())",
        f"{keras.text}.backend.set_session({tf.text}.Session(config={config}))",
    ]
    return [*tf.edits, *keras.edits, *hvd.edits], lines


def _trains_in_session(script: Script) -> bool:
    """Say whether a script that trains by Keras is for TensorFlow 1, where Keras has a session of its own.

    `set_visible_devices` chooses nothing for that, and a session chooses nothing for eager steps: none can be made before
    they are enabled.
    """
    by_keras = all(training.pattern is Pattern.KERAS for training in script.trainings)
    return by_keras and script.is_for_version_1 and not eager_calls(script)
