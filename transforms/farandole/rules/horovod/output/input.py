"""What each process would ask the user for: rank 0 asks, and sends the answer to the others."""

from __future__ import annotations

import ast
from functools import partial

from farandole.analysis.call_order import ways
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.workers import starters
from farandole.rules.horovod.devices.environment import taken_away
from farandole.rules.horovod.output.agreed import agreed_edits
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import Change, Obstacle
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.patterns import GRAPHS


def ask_once(guards: Guards) -> None:
    """Find what each process would ask the user for."""
    graph = any(training.pattern in GRAPHS for training in guards.script.trainings)
    left_out = taken_away(guards.script)
    for call in guards.script.calls:
        if (
            "reads-input" in facts(call)
            and call.node not in left_out
            and not guards.is_guarded(call.document, call.node)
        ):
            _ask(guards, call, graph)


def _is_in_worker(script: Script, call: Call) -> bool:
    """Say whether a process or thread that the script starts makes a call."""
    return any(starters(script, scope) for _, scope, _ in ways(script, call))


def _ask(guards: Guards, call: Call, graph: bool) -> None:
    """Ask the user on rank 0 and send the answer to the others."""
    document = call.document
    if call.is_statement:
        guards.guard(document, document.statement(call.node), call)
        return
    span = document.span(call.node)
    name = f"`{ast.unparse(call.node.func)}`"
    caught = any(isinstance(each, ast.Try) for each in document.ancestors(call.node))
    if graph or caught or _is_in_worker(guards.script, call):
        # what is raised and caught on rank 0 alone would leave the others waiting for its answer, and so would a thread
        # that ends sooner, or asks between two steps of the training
        guards.found.append(
            Obstacle(document, span, f"{name} waits for the user on every rank", "read the answer from an argument")
        )
        return
    guards.found.append(
        Change(
            document,
            span,
            f"{name} waits for the user on every rank",
            "ask on rank 0 and send the answer to the others",
            partial(agreed_edits, guards, document, call.node, other='""'),
        )
    )
