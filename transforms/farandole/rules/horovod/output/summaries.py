"""What hooks add to the runs of a session on rank 0 alone: it must not average gradients, for which all processes wait."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizer_steps import gradient_sources
from farandole.frameworks.tensorflow.summaries import all_summaries, with_summaries
from farandole.frameworks.tensorflow.training import Pattern
from farandole.rules.horovod.output.changes import Obstacle
from farandole.rules.horovod.output.guards import Guards

_SESSION = "tensorflow.train.MonitoredTrainingSession"
_FETCHED = {"tensorflow.train.SummarySaverHook": "summary_op", "tensorflow.train.LoggingTensorHook": "tensors"}
"""Hooks, each with the argument that they add to what a session runs."""


def refuse_averages(guards: Guards) -> None:
    """Refuse what adds averaged gradients to the runs of a monitored session, where one of these takes no step."""
    script = guards.script
    apart = next(_without_step(script), None)
    if apart is None:
        return
    steps = [step for training in script.trainings for step in training.train_ops]
    averaged = frozenset((*steps, *(source for step in steps for source in gradient_sources(script, step))))
    for call in script.calls_to(_SESSION, *_FETCHED):
        if not script.origins(_added(script, call), lambda value: _is_made_by(script, value, averaged)):
            continue
        run = f"`{apart.document.segment(apart.node)}` in {apart.document.place_of(apart.node)}"
        guards.found.append(
            Obstacle(
                call.document,
                call.document.span(call.node),
                f"`{call.attribute}` averages gradients that it shows, on rank 0 alone, in {run}, which takes no step: it "
                "has those of the others' next step, and is one behind from then on",
                "let every run of this session take a step, or leave gradients out of what is shown",
                blocks=True,
            )
        )


def _without_step(script: Script) -> Iterator[Call]:
    """Yield the calls by which a monitored session of a training runs something else than its steps."""
    monitored = [each for each in script.trainings if each.pattern is Pattern.MONITORED_SESSION]
    stepping = {run for training in script.trainings for run in training.runs}
    sessions = frozenset(each for training in monitored for each in training.sessions)
    for call in script.calls:
        if call.attribute == "run" and call not in stepping and call.receivers & sessions:
            yield call


def _is_made_by(script: Script, value: Value, calls: frozenset[Call]) -> bool:
    return isinstance(value, Instance) and script.creation(value) in calls


def _added(script: Script, call: Call) -> frozenset[Value]:
    """Give what a session, or a hook, adds to what is run."""
    if _SESSION in call.names:
        return all_summaries(script) if _saves(script, call) else frozenset()
    given = next((call.argument(parameter) for name, parameter in _FETCHED.items() if name in call.names), None)
    return all_summaries(script) if given is None else with_summaries(script, script.values(given))


def _saves(script: Script, call: Call) -> bool:
    """Say whether a session saves summaries: it has a folder for them, and no period of None."""
    folders = [call.argument(name) for name in ("checkpoint_dir", "summary_dir")]
    periods = [call.argument(name) for name in ("save_summaries_steps", "save_summaries_secs")]
    given = [script.constants(each) for each in periods if each is not None]
    never = bool(given) and all(each == {None} for each in given)
    return not never and any(each is not None and script.constants(each) != {None} for each in folders)
