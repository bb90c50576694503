"""TensorFlow 1 graphs start from one set of variables: rank 0's, broadcast by a hook or after initialisation."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.horovod.graphs import hooks, initialisation, library_loops
from farandole.rules.horovod.restrictions.hvd233_session_in_library import is_hidden, maker
from farandole.rules.rule import Finding, Rule


def find(rule: Rule, script: Script, training: Training, options: Options) -> Iterator[Finding]:
    """Find where the sessions or estimators of a training start from variables of their own."""
    if training.pattern is Pattern.ESTIMATOR:
        yield from hooks.find_in_estimator(rule, script, training)
        return
    sessions = {call: session for session in training.sessions if (call := script.creation(session)) is not None}
    creations = sorted(sessions, key=script.order)
    for creation in creations:
        if training.pattern is Pattern.MONITORED_SESSION and not maker(creation):
            broadcast = initialisation.broadcast_in(script, training, sessions[creation])
            if broadcast is not None:
                yield initialisation.done(rule, training, broadcast)
            else:
                yield from hooks.find(rule, script, training, creation)
    if training.pattern is not Pattern.SESSION or any(is_hidden(script, training, each) for each in creations):
        return
    loops = [each for each in creations if library_loops.is_followed(script, training, each)]
    for loop in loops:
        yield from library_loops.find(rule, script, training, loop)
    if len(loops) < len(creations) or not creations:
        yield from initialisation.find(rule, script, training)
