"""Trainings of TensorFlow 1 graphs: which sessions and estimators run which train ops.

Source: transformation rules, section 1.

A train op is what `minimize` or `apply_gradients` of an optimizer gives, and what is made under its control
dependencies. Who trains is who runs one: a session, a monitored session, a library's loop, or an estimator whose
`model_fn` makes it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import reduce
from operator import or_

from farandole.analysis.points_to.values import Container, Instance, Unknown, Value
from farandole.analysis.program import Call, Program
from farandole.frameworks.tensorflow.estimators import estimator_trainings
from farandole.frameworks.tensorflow.optimizer_steps import STEPS, gradients_of, step_optimizers
from farandole.frameworks.tensorflow.session_runs import (
    LOOPS,
    SESSIONS,
    created,
    fetched_by,
    running_sessions,
    steps_by_run,
)
from farandole.frameworks.tensorflow.training import Pattern, Training, gradient_calls, new_training
from farandole.frameworks.tensorflow.versions import eager_calls


def find_graphs(program: Program) -> list[Training]:
    """Give the trainings of TensorFlow 1: one for the train ops that the same sessions run, one for each estimator."""
    steps = [
        call for call in program.calls if gradients_of(program, call) in STEPS and not gradient_calls(program, call)
    ]
    found = estimator_trainings(program, steps)
    if eager_calls(program):
        return found
    inside = {call for training in found for call in training.train_ops}
    return found + _session_trainings(program, [call for call in steps if call not in inside])


@dataclass(frozen=True)
class _Group:
    """Train ops, the sessions that run them, and the calls that do."""

    steps: frozenset[Call]
    sessions: frozenset[Instance]
    runs: frozenset[Call]

    def __or__(self, other: _Group) -> _Group:
        return _Group(self.steps | other.steps, self.sessions | other.sessions, self.runs | other.runs)


def _session_trainings(program: Program, steps: list[Call]) -> list[Training]:
    """Group train ops by the sessions that run them.

    Those that are seen to be run by none go to every session, but for such that nothing runs: a script that predicts
    may build them with the model.
    """
    runs = steps_by_run(program, tuple(steps))
    every = _sessions(program)
    steps = [step for step in steps if any(step in each for each in runs.values()) or _may_be_run(program, step)]
    groups: list[_Group] = []
    for step in steps:
        running = frozenset(run for run, run_steps in runs.items() if step in run_steps)
        sessions = frozenset(each for run in running for each in running_sessions(program, run)) or every
        if sessions:
            group = _Group(frozenset({step}), sessions, running)
            same = [other for other in groups if other.sessions & sessions]
            groups = [other for other in groups if other not in same] + [reduce(or_, same, group)]
    return [_session_training(program, group) for group in groups]


def _may_be_run(program: Program, step: Call) -> bool:
    """Say whether a train op that no session is seen to run may be run all the same: among others, or by a library."""
    if any(not _is_known(program, node) for call in program.calls for node in fetched_by(program, call)):
        return True
    if program.calls_to(*LOOPS):
        return True
    made = program.values(step.node)
    given = (call for call in program.calls if not call.names and not call.functions and call is not step)
    return any(not made.isdisjoint(program.values(node)) for call in given for node in call.arguments)


def _is_known(program: Program, node: ast.expr) -> bool:
    """Say whether all that an expression may stand for, the items of lists and dictionaries too, can be followed."""
    pending = list(program.values(node))
    seen: set[Value] = set()
    known = bool(pending)
    while pending and known:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        known = not isinstance(value, Unknown) and not program.is_unread(value)
        if isinstance(value, Container):
            pending.extend(program.elements(value))
    return known


def _sessions(program: Program) -> frozenset[Instance]:
    """Give the sessions that may run a train op of which no run is seen: monitored ones, if there are any."""
    calls = [*(call for role in SESSIONS for call in program.creations(role)), *program.calls_to(*LOOPS)]
    every = frozenset(each for call in calls for each in created(program, call))
    monitored = frozenset(each for each in every if _pattern_of(program, each) is Pattern.MONITORED_SESSION)
    return monitored or every


def _session_training(program: Program, group: _Group) -> Training:
    patterns = (_pattern_of(program, session) for session in group.sessions)
    steps = sorted(group.steps, key=program.order)
    return new_training(
        program,
        reduce(Pattern.join, patterns, Pattern.UNKNOWN),
        steps,
        optimizers=frozenset(optimizer for step in steps for optimizer in step_optimizers(program, step)),
        train_ops=tuple(steps),
        sessions=group.sessions,
        runs=tuple(sorted(group.runs, key=program.order)),
    )


def _pattern_of(program: Program, session: Instance) -> Pattern:
    creation = program.creation(session)
    loops = [LOOPS[name] for name in sorted(creation.names) if name in LOOPS] if creation is not None else []
    return loops[0] if loops else SESSIONS[program.role_of(session) or "session"]
