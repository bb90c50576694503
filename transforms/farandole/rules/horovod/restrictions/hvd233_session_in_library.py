"""A session that trains must be initialised in the project."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.graphs import library_loops
from farandole.rules.horovod.graphs.supervisors import supervisor_of
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule

LIBRARY_SESSIONS = {
    "tensorflow.train.Supervisor.managed_session": "a Supervisor",
    "tensorflow.train.Supervisor.prepare_or_wait_for_session": "a Supervisor",
    "tensorflow.train.SessionManager.prepare_session": "a SessionManager",
    library_loops.LOOP: "slim.learning.train",
}


class SessionInLibrary(Rule):
    """The session that trains a graph must not be initialised inside a library.

    ## What it does

    Names a training whose session is made by `tf.train.SessionManager`, or by a `tf.train.Supervisor` or
    `slim.learning.train` that is not followed.

    ## Why

    The variables of rank 0 must be broadcast after they are initialised or restored and before the first step. These
    libraries do all of it in one call, and a restored checkpoint goes past their `init_fn`; a supervisor forbids new
    operations, besides.

    ## When it is not offered

    `tf.train.MonitoredTrainingSession` and the other monitored sessions, and estimators, take a hook that broadcasts.
    Where a supervisor is made in the same function as its session, as the only process of its job, and starts no threads
    for the script, the broadcast is made before it and run first in its session; rank 0 alone has its `logdir`. So it is
    with `slim.learning.train`, whose `session_wrapper` runs the broadcast, where it trains alone and by its own step.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD233", "session-in-library"
    title = "Train in a tf.train.MonitoredTrainingSession, which takes hooks"
    untouched = [
        """\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
with tf.train.MonitoredTrainingSession() as sess:
    sess.run(train_op)
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
sess = tf.train.SessionManager().prepare_session("", tf.global_variables_initializer(), checkpoint_dir="logs")
sess.run(train_op)
""",
            because="HVD233",
        ),
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
supervisor = tf.train.Supervisor(logdir="logs", is_chief=False)
with supervisor.managed_session() as sess:
    for step in range(100):
        sess.run(train_op)
""",
            because="HVD233",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the trainings whose session a library makes."""
        for training in script.trainings:
            for creation in made_in_library(script, training):
                message = f"{maker(creation)} makes and initialises the session of {training.label}"
                yield Refusal(self, message).finding("HVD105", creation.document, creation.node, training)


def made_in_library(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls by which a library makes and initialises the session of a training, which it may run as well."""
    if training.pattern not in (Pattern.SESSION, Pattern.MONITORED_SESSION):
        return
    creations = [call for session in training.sessions if (call := script.creation(session)) is not None]
    for creation in sorted(creations, key=script.order):
        if is_hidden(script, training, creation):
            yield creation


def is_hidden(script: Script, training: Training, creation: Call) -> bool:
    """Say whether a library makes and initialises a session where no broadcast is run in it, or can be."""
    followed = supervisor_of(script, creation) is not None or library_loops.is_followed(script, training, creation)
    return bool(maker(creation)) and not followed


def maker(creation: Call) -> str:
    """Name the part of a library that makes and initialises a session itself; empty where the script does."""
    return next((LIBRARY_SESSIONS[name] for name in sorted(creation.names) if name in LIBRARY_SESSIONS), "")
