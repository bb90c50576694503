"""Where a process looks for the checkpoint that rank 0 has saved, and who restores it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from farandole.analysis.access_paths import is_plain
from farandole.analysis.call_order import may_follow
from farandole.analysis.points_to.values import Value
from farandole.analysis.program import Call
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.graphs.initialisation import SAVE, broadcast_after_restore
from farandole.rules.horovod.models.broadcast import callback_lines
from farandole.rules.horovod.names import horovod_keras, tensorflow
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import Change, Restricted
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.output.waits import places_for_all
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import newest_before
from farandole.source import Document, Edit, layout
from farandole.source.binding import bound_in

RESTORE = "tensorflow.train.Saver.restore"
LOAD_WEIGHTS = "tensorflow.keras.Model.load_weights"
_ALL = "# Horovod: all processes take the weights that rank 0 has restored"


def guard_restores(guards: Guards) -> None:
    """Read the latest checkpoint from the directory: a manager that has not saved it does not know of it."""
    saves = [call for call in guards.script.calls if call.attribute == "save" and _is_manager(guards, call.receivers)]
    for call in guards.script.calls:
        restores = facts(call).get("restores") and not guards.is_guarded(call.document, call.node)
        if restores and any(may_follow(guards.script, save, call) for save in saves):
            _guard_restore(guards, call)


def sent_after_restore(guards: Guards, call: Call) -> Callable[[str], Iterable[Edit]] | None:
    """Give the edits that send the others what rank 0 restores alone: variables that all processes have by then.

    They are the weights of a Keras model that has been trained before, or what a saver has saved in the same session.
    None where that is not all that the call does, where some process may not come there, or where the model at that
    place may be another one: its variables have to be there on every rank.
    """
    document, model = call.document, call.node.func
    statement = document.statement(call.node)
    alone = isinstance(statement, ast.Expr) and statement.value is call.node
    if not alone or not isinstance(model, ast.Attribute):
        return None
    if places_for_all(guards, document, call.node, guards.script.calls_to(SAVE)) != ((document, statement),):
        return None
    if RESTORE in call.names:
        return _sent_in_session(guards, call)
    if LOAD_WEIGHTS not in call.names or not any(
        _trains_before(guards, document, step, model.value, statement) for step in _compiled_steps(guards, call)
    ):
        return None
    return partial(_weights_edits, guards, document, statement, document.segment(model.value))


def _sent_in_session(guards: Guards, call: Call) -> Callable[[str], Iterable[Edit]] | None:
    """Give the edits that send what rank 0 restores where the same saver has saved it in the session before."""
    trainings = (each for each in guards.script.trainings if each.pattern is Pattern.SESSION)
    found = (broadcast_after_restore(guards.script, each, call) for each in trainings)
    broadcast = next((each for each in found if each is not None), None)
    return None if broadcast is None else lambda _: broadcast.edits.get(call.document.path, ())


def _compiled_steps(guards: Guards, call: Call) -> Iterator[Call]:
    """Yield the steps of the trainings by Keras of the models whose weights are loaded."""
    for training in guards.script.trainings:
        if training.pattern is Pattern.KERAS and training.compiles and call.receivers <= training.models:
            yield from training.steps


def _trains_before(guards: Guards, document: Document, step: Call, model: ast.expr, statement: ast.stmt) -> bool:
    """Say whether a step trains what has the same name at a statement, whenever that is run: nothing sets it between.

    The step may be taken by a function that is called before, to which the name is that of the module.
    """
    function = step.node.func
    if step.document is not document or not isinstance(function, ast.Attribute):
        return False
    names = {each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in ast.walk(model)}
    if not is_plain(model) or ast.dump(function.value) != ast.dump(model):
        return False
    trained = document.statement(step.node)
    if not isinstance(trained, ast.Expr | ast.Assign) or trained.value is not step.node:
        return False
    run = [trained, *_loops_around(document, trained)]
    run += _called_around(guards, document, run[-1], names)
    for at in (statement, *document.ancestors(statement)):
        if isinstance(at, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return False
        block = document.block(at) if isinstance(at, ast.stmt) else []
        first = next((each for each in run if each in block), None)
        if first is not None and isinstance(at, ast.stmt):
            between = block[block.index(first) : block.index(at) + 1]
            return bool(between[1:]) and not any(_sets(each, names) for one in between for each in ast.walk(one))
    return False


def _called_around(guards: Guards, document: Document, last: ast.stmt, names: set[str]) -> Iterator[ast.stmt]:
    """Yield the only statement that calls the function in which a statement stands by itself, with the loops around that.

    None where some of the names are the function's own.
    """
    function = document.parent(last)
    if not isinstance(function, ast.FunctionDef) or not names.isdisjoint(bound_in(function)):
        return
    calls = guards.script.callers(function)
    if len(calls) != 1 or calls[0].document is not document:
        return
    statement = document.statement(calls[0].node)
    if isinstance(statement, ast.Expr | ast.Assign) and statement.value is calls[0].node:
        yield from (statement, *_loops_around(document, statement))


def _loops_around(document: Document, statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the loops and `with` blocks that a statement stands in, from the inside, up to what may leave it out.

    Where a loop has no turn there is no file to load, either.
    """
    for owner in document.ancestors(statement):
        if not isinstance(owner, ast.For | ast.While | ast.With):
            return
        yield owner


def _sets(node: ast.AST, names: set[str]) -> bool:
    match node:
        case ast.Name(name, ast.Store() | ast.Del()) | ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
            return name in names
    return False


def _weights_edits(guards: Guards, document: Document, statement: ast.stmt, model: str, _: str) -> tuple[Edit, ...]:
    keras = horovod_keras(guards.script, document)
    name = free_name(document, "broadcast", "broadcast_callback")
    lines = [_ALL, *callback_lines(keras.text, name, model)]
    return (*keras.edits, *layout.insert_after(document, statement, lines))


def _is_manager(guards: Guards, values: Iterable[Value]) -> bool:
    return any(guards.script.role_of(each) == "checkpoint-manager" for each in values)


def _guard_restore(guards: Guards, call: Call) -> None:
    given = guards.script.slices.of_arguments([call])
    newest = ((each, node) for each in guards.script.documents for node in each.attributes("latest_checkpoint"))
    for document, node in newest:
        if node not in given or not guards.script.instances(node.value, "checkpoint-manager"):
            continue
        if node not in ast.walk(call.node):
            guards.found.append(Restricted(document, document.span(node), newest_before(document, node, call)))
            continue
        tf = tensorflow(guards.script, document)
        text = f"{tf.text}.train.latest_checkpoint({document.segment(node.value)}.directory)"
        guards.found.append(
            Change(
                document,
                document.span(node),
                f"{document.quote(node)} is what this process has saved itself",
                "look for the checkpoint in the directory",
                partial(_manager_edits, document, node, text, tf.edits),
            )
        )


def _manager_edits(
    document: Document, node: ast.expr, text: str, edits: tuple[Edit, ...], hvd: str
) -> tuple[Edit, ...]:
    return (*edits, *layout.replace(document, node, text))
