"""Restriction on training loops: no process may end the training by what a batch of its own shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow import hooks
from farandole.frameworks.tensorflow.batch_methods import hook_parameters
from farandole.frameworks.tensorflow.callbacks import Ending, created_callbacks, said_to_stop, stops
from farandole.frameworks.tensorflow.fetches import fetched
from farandole.frameworks.tensorflow.step_counters import step_counters
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.horovod.models.terminating import can_agree, is_agreed
from farandole.rules.rule import Finding, Refused, Related, Rule, Status
from farandole.source import Document
from farandole.source.binding import names_in

_BATCH = ("on_batch_", "on_train_batch_")


class StoppedInBatch(Rule):
    """A callback or hook must not end the training between two batches.

    ## What it does

    Names a callback that stops `fit` after a batch by what that batch gave: one of the project that sets `stop_training`
    in `on_train_batch_end` or the like by its `logs`. Names the hooks that stop an Estimator early, such as
    `stop_if_no_increase_hook`, and hooks of the project that call `request_stop`, or raise `StopIteration`, by anything but
    the number of the step.

    ## Why

    Each process sees batches of its own. The one that stops takes no further step, and the others wait for it for ever.
    At the end of an epoch the metrics are averaged, and all stop together. What `TerminateOnNaN` decides by is averaged
    after each batch (HVD109), but not in the eager mode of TensorFlow 1. An Estimator evaluates when its time has come, in
    each process another, from checkpoints that are each process's own.

    ## When it is not offered

    The callback stops at the end of an epoch, or by a number of batches, which is the same in all processes. A hook stops
    by the global step that the session fetches for it.

    ## Edit safety

    Nothing is edited; the script is not converted until the callback decides at the end of an epoch, or the hook is
    gone.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD307", "stopped-in-batch"
    title = "Let callbacks stop the training at the end of an epoch"
    untouched = [
        """\
from tensorflow import keras

class Limit(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        if batch > 10:
            self.model.stop_training = True

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[Limit(), keras.callbacks.EarlyStopping("loss")])
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
from tensorflow import keras
tf.enable_eager_execution()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[keras.callbacks.TerminateOnNaN()])
""",
            because="HVD307",
        ),
        Refused(
            """\
from tensorflow import keras

class Enough(keras.callbacks.Callback):
    def on_batch_end(self, batch, logs=None):
        if logs.get("loss") < 0.1:
            self.model.stop_training = True

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[Enough()])
""",
            because="HVD307",
        ),
        Refused(
            """\
import tensorflow as tf

def read():
    return tf.data.Dataset.range(64).map(lambda x: ({"x": x}, x)).shuffle(64).repeat().batch(8)

columns = [tf.feature_column.numeric_column("x")]
estimator = tf.estimator.DNNRegressor([4], columns, optimizer=lambda: tf.keras.optimizers.legacy.Adagrad(0.1))
hook = tf.estimator.experimental.stop_if_no_decrease_hook(estimator, "loss", 1000)
estimator.train(read, hooks=[hook], max_steps=5000)
""",
            because="HVD307",
        ),
        Refused(
            """\
import time
import numpy as np
import tensorflow.compat.v1 as tf

class TimeIsUp(tf.train.SessionRunHook):
    def begin(self):
        self.begun = time.time()

    def after_run(self, run_context, run_values):
        if time.time() - self.begun > 3600:
            run_context.request_stop()

x = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).repeat().batch(32)
loss = tf.reduce_mean(tf.layers.dense(tf.data.make_one_shot_iterator(x).get_next(), 1) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss, tf.train.get_or_create_global_step())
with tf.train.MonitoredTrainingSession(hooks=[TimeIsUp(), tf.train.StopAtStepHook(5000)]) as session:
    while not session.should_stop():
        session.run(train)
""",
            because="HVD307",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the callbacks of each `fit`, and the hooks of Estimators, that stop a training between batches."""
        seen: set[Call] = set()
        for training in script.trainings:
            if training.pattern in (Pattern.ESTIMATOR, Pattern.MONITORED_SESSION):
                own = (call for call in script.creations("hook") if any(_of_hook(script, training, call)))
                for creation in (*script.calls_with("stops-in-batch"), *own):
                    if creation not in seen:
                        seen.add(creation)
                        yield self._finding(script, training, creation)
            if training.pattern is Pattern.KERAS:
                for fit in training.steps:
                    callbacks = fit.argument("callbacks")
                    for creation in created_callbacks(script, callbacks, lambda call: _stops(script, call)):
                        if creation not in seen and not _is_told(script, creation):
                            seen.add(creation)
                            yield self._finding(script, training, creation)

    def _finding(self, script: Script, training: Training, creation: Call) -> Finding:
        document = creation.document
        places = [(each.document, each.node) for each in stops(script, creation) if _is_own(each)]
        if training.pattern is Pattern.KERAS:
            found, instead = "a batch of its own", "let it decide in `on_epoch_end`, where the metrics are averaged"
        elif asked := list(_of_hook(script, training, creation)):
            places = asked
            found, instead = "what it sees itself", "let it compare the global step alone"
        else:
            found, instead = "an evaluation of its own", "let a number of steps end the training"
        return Finding(
            self,
            Status.REFUSED,
            document,
            document.span(creation.node),
            f"`{creation.attribute}` stops {training.label} in one process by {found}, and the others wait for ever",
            f"take `{creation.attribute}` out, or {instead}",
            related=tuple(Related(where, where.span(target), "it stops here") for where, target in places),
            training=training,
            step="HVD109",
            blocks=True,
        )


def _is_told(script: Script, creation: Call) -> bool:
    """Say whether all processes end the training together by a callback, or can (HVD109)."""
    return can_agree(script, creation) or is_agreed(script, creation)


def _stops(script: Script, creation: Call) -> bool:
    if creation.entry is not None and creation.entry.facts.get("stops-in-batch"):
        return True
    return any(_is_own(each) for each in stops(script, creation))


def _of_hook(script: Script, training: Training, creation: Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield where a project's hook makes its session stop, under a condition, and not by the global step alone."""
    counters = step_counters(script, training)
    for document, place in hooks.stops(script, creation):
        tests = [each.test for each in document.ancestors(place) if isinstance(each, ast.If)]
        read = [node for test in tests for node in script.slices.of(document, test).nodes]
        parted = {node.value for node in read if isinstance(node, ast.Subscript)}
        fetches = [fetched(script, document, node) for node in read if node not in parted]
        told = [script.instances(fetch[1], "variable") for fetch in fetches if fetch is not None]
        if tests and not (told and all(values and values <= counters for values in told)):
            yield document, place


def _is_own(ending: Ending) -> bool:
    """Say whether a hook for batches stops by more than the batch's number: under a condition with its `logs` in it."""
    document = ending.document
    if not ending.hook.startswith(_BATCH):
        return False
    tests = [each.test for each in document.ancestors(ending.node) if isinstance(each, ast.If)]
    said = said_to_stop(document, ending.node)
    tests += [said] if said is not None else []
    names = names_in(*tests)
    called = any(isinstance(each, ast.Call) for test in tests for each in ast.walk(test))
    return called or not names <= {*hook_parameters(document, ending.function)[:1], "self"}
