"""What rank 0 puts in its place before training: the others wait for it before they read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.call_order import calls_within, may_follow
from farandole.analysis.program import Call
from farandole.rules.horovod.output.calls import COMMANDS, MOVING, facts, opens_to_write
from farandole.rules.horovod.output.changes import Change
from farandole.rules.horovod.output.downloads import after_edits, places_for_all
from farandole.rules.horovod.output.restores import may_be_one, words_of
from farandole.rules.horovod.output.study import Study
from farandole.rules.horovod.patterns import GRAPHS

_FOLDERS = frozenset({"mkdir", "makedirs", "mkdtemp"})
"""Calls that only make folders, which nothing reads."""


def study_preparation(study: Study) -> None:
    """Let every rank wait for files that rank 0 moves, or writes for all to read, before training.

    In a TensorFlow 1 graph no rank can wait before there is a session: there nothing is done.
    """
    script = study.script
    if any(training.pattern in GRAPHS for training in script.trainings):
        return
    steps = [step for training in script.trainings for step in training.steps]
    waiting: set[ast.stmt] = set()
    for guarded, (document, _) in study.guards.items():
        first = next(calls_within(script, guarded), None)
        if first is None or not any(may_follow(script, first, step) for step in steps):
            continue
        if any(may_follow(script, step, first) for step in steps):
            continue
        made = next((call for call in _made(study, guarded) if _leaves(study, call)), None)
        if made is None:
            continue
        for where, statement in places_for_all(study, document, first.node) or ():
            if statement not in waiting:
                waiting.add(statement)
                study.found.append(
                    Change(
                        where,
                        where.span(statement),
                        f"every rank may read what `{ast.unparse(made.node.func)}` leaves on rank 0",
                        "wait until it is there",
                        partial(after_edits, where, statement),
                    )
                )


def _made(study: Study, statement: ast.AST) -> Iterator[Call]:
    """Yield the calls of a statement, and of the project's functions that it calls."""
    waiting, seen = [statement], {statement}
    while waiting:
        for call in calls_within(study.script, waiting.pop()):
            yield call
            reached = {function.site.node for function in call.functions}
            waiting += reached - seen
            seen |= reached


def _leaves(study: Study, call: Call) -> bool:
    """Say whether a call leaves files that are read later: it moves them, or writes to a path that is read from."""
    if call.names & (MOVING | COMMANDS):
        return True
    if call.attribute.lower() in _FOLDERS:
        return False
    if not (opens_to_write(study.script, call) or (facts(call).get("writes") and "path" in facts(call))):
        return False
    written = words_of(study, call)
    return any(
        may_be_one(words_of(study, other), written) and may_follow(study.script, call, other)
        for other in study.script.calls
        if _reads(study, other)
    )


def _reads(study: Study, call: Call) -> bool:
    """Say whether a call on every rank may read a file that it is given the path of."""
    said = facts(call)
    writes = said.get("writes") or said.get("prints") or opens_to_write(study.script, call)
    asks = any(name.startswith("os.") for name in call.names)
    return not (writes or asks or study.is_guarded(call.document, call.node))
