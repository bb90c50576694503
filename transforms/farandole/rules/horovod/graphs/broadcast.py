"""TensorFlow 1 graphs start from one set of variables: rank 0's, broadcast by a hook or after initialisation."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.horovod.graphs import hooks, initialisation
from farandole.rules.horovod.graphs.refusal import refused
from farandole.rules.horovod.restrictions.hvd233_session_in_library import SessionInLibrary
from farandole.rules.rule import Finding, Rule

LIBRARY_SESSIONS = {
    "tensorflow.train.Supervisor.managed_session": "a Supervisor",
    "tensorflow.train.Supervisor.prepare_or_wait_for_session": "a Supervisor",
    "tensorflow.train.SessionManager.prepare_session": "a SessionManager",
    "tensorflow.contrib.slim.learning.train": "slim.learning.train",
}


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find where the sessions or estimators of a training start from variables of their own."""
    if training.pattern is Pattern.ESTIMATOR:
        yield from hooks.find_in_estimator(rule, script, training)
        return
    creations = [call for session in training.sessions if (call := script.creation(session)) is not None]
    for creation in sorted(creations, key=script.calls.index):
        library = _library(creation)
        if library:
            message = f"{library} makes and initialises the session of {training.label}"
            yield refused(rule, training, SessionInLibrary(), creation, message)
        elif training.pattern is Pattern.MONITORED_SESSION:
            yield from hooks.find(rule, script, training, creation)
    if training.pattern is Pattern.SESSION and not any(map(_library, creations)):
        yield from initialisation.find(rule, script, training)


def _library(creation: Call) -> str:
    return next((LIBRARY_SESSIONS[name] for name in sorted(creation.names) if name in LIBRARY_SESSIONS), "")
