"""Where a process looks for the checkpoint that rank 0 has saved."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import partial

from farandole.analysis.call_order import may_follow
from farandole.analysis.points_to.values import Value
from farandole.analysis.program import Call
from farandole.rules.horovod.names import tensorflow
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import Change
from farandole.rules.horovod.output.guards import Guards
from farandole.source import Document, Edit, layout


def guard_restores(guards: Guards) -> None:
    """Read the latest checkpoint from the directory: a manager that has not saved it does not know of it."""
    saves = [call for call in guards.script.calls if call.attribute == "save" and _is_manager(guards, call.receivers)]
    for call in guards.script.calls:
        restores = facts(call).get("restores") and not guards.is_guarded(call.document, call.node)
        if restores and any(may_follow(guards.script, save, call) for save in saves):
            _guard_restore(guards, call)


def _is_manager(guards: Guards, values: Iterable[Value]) -> bool:
    return any(guards.script.role_of(each) == "checkpoint-manager" for each in values)


def _guard_restore(guards: Guards, call: Call) -> None:
    document = call.document
    for node in (each for argument in call.node.args for each in ast.walk(argument)):
        if not isinstance(node, ast.Attribute) or node.attr != "latest_checkpoint":
            continue
        if guards.script.instances(node.value, "checkpoint-manager"):
            tf = tensorflow(guards.script, document)
            text = f"{tf.text}.train.latest_checkpoint({document.segment(node.value)}.directory)"
            guards.found.append(
                Change(
                    document,
                    document.span(node),
                    f"`{document.segment(node)}` is what this process has saved itself",
                    "look for the checkpoint in the directory",
                    partial(_manager_edits, document, node, text, tf.edits),
                )
            )


def _manager_edits(
    document: Document, node: ast.expr, text: str, edits: tuple[Edit, ...], hvd: str
) -> tuple[Edit, ...]:
    return (*edits, *layout.replace(document, node, text))
