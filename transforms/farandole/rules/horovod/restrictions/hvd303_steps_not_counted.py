"""Restriction on training loops: the number of steps must be known before the loop begins."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from farandole.analysis.loops import Count, LoopAt
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import Condition, DrawnCount
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Rule
from farandole.source import Document


class StepsNotCounted(Rule):
    """The number of steps of a training loop must not depend on what a process has seen.

    ## What it does

    Names a training loop that is neither over data nor counted: a `while` whose condition is computed. It names a
    `break` or `return` under such a condition as well, and such a `while`, where HVD109 can't let all processes leave
    the loop together: in a TensorFlow 1 graph or a `tf.function`, or because an unknown library decides. It names the
    number of turns of a loop that is drawn by chance, too, and the condition by which a loop over data without an end
    is left at a number of turns, where that is compared with no limit.

    ## Why

    In each step the processes wait for one another. One that leaves its loop earlier, since its own loss is small,
    leaves the others waiting for ever.

    ## When it is not offered

    The loop runs over a range or over data, or its condition compares a counter, or the time that has passed, with a limit,
    or asks the project's own reader, which all processes move alike, whether its samples are at an end.

    ## Edit safety

    Nothing is edited: the script is not converted until its steps can be counted.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD303", "steps-not-counted"
    title = "Count the steps of the training loop"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
step = 0
while step < 100:
    model.train_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
    step += 1
""",
        """\
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1)), "mse")
samples = np.random.rand(20, 1)
turns = int(hvd.broadcast(np.random.randint(5, 10), root_rank=0))
for turn in range(turns):
    for start in range(0, len(samples), 4):
        model.train_on_batch(samples[start:start + 4], samples[start:start + 4])
""",
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
step = 0
while step < float("inf"):
    model.train_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
    step += 1
""",
            because="HVD303",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
loss = 1.0
while loss > 0.1:
    loss = model.train_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
""",
            because="HVD303",
        ),
        Refused(
            """\
import gym
import tensorflow as tf
env = gym.make("CartPole-v1")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile("sgd", "mse")
for episode in range(10):
    state = env.reset()
    for turn in range(1000):
        state, reward, done, _ = env.step(0)
        if done:
            break
        model.train_on_batch(state[None], [[reward, reward]])
""",
            because="HVD303",
        ),
        Refused(
            """\
import random
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
turns = random.randint(5, 10)
for turn in range(turns):
    model.train_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
""",
            because="HVD303",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
data = tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).shuffle(100).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
step = 0
for batch in data:
    model.train_on_batch(batch, batch)
    step += 1
    images = step * 32
    if images >= 100000:
        break
""",
            because="HVD303",
        ),
        Refused(
            """\
import tensorflow as tf
STEPS = 100
def samples():
    return tf.data.Dataset.range(64).map(lambda i: ({"x": tf.cast(i, tf.float32)}, 1.0)).repeat().batch(4)
def model_fn(features, labels, mode):
    loss = tf.reduce_mean(tf.square(tf.compat.v1.layers.dense(features["x"][:, None], 1) - 1.0))
    step = tf.compat.v1.train.get_or_create_global_step()
    train = tf.compat.v1.train.AdamOptimizer(0.01).minimize(loss, global_step=step)
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)
estimator = tf.estimator.Estimator(model_fn, "model")
estimator.train(samples, max_steps=STEPS)
step = -1
while step < STEPS:
    step = estimator.evaluate(samples, steps=8)["global_step"]
""",
            because="HVD303",
        ),
    ]


def uncounted_condition(place: LoopAt, counts: Sequence[Count]) -> ast.expr | None:
    """Give the condition of a `while` that says nothing of the number of steps; None where it, or what ends it, does."""
    if not isinstance(place.node, ast.While) or counts:
        return None
    test = place.node.test
    endless = isinstance(test, ast.Constant) and bool(test.value)  # the end of the data or a `break` leaves it
    return None if endless or asks_session(test) else test


def asks_session(test: ast.expr) -> bool:
    """Say whether a condition asks a session whether to stop."""
    return any(isinstance(node, ast.Attribute) and node.attr == "should_stop" for node in ast.walk(test))


def not_counted(training: Training, document: Document, node: ast.AST) -> Refusal:
    """Say that the number of steps of a training depends on a node."""
    return Refusal(
        StepsNotCounted(),
        f"how many steps {training.label} is trained in depends on {document.quote(node)}",
        "let the loop run over the data or count its steps, so that all processes take equally many",
    )


def not_limited(training: Training, document: Document, node: ast.AST) -> Refusal:
    """Say that a loop without another end is left at a number of turns, with no limit that can be divided."""
    return Refusal(
        StepsNotCounted(),
        f"{document.quote(node)} ends the training of {training.label} at a number of its steps, and no limit is seen "
        "that would be a part of it for each process",
        "compare the number of steps itself with a limit: if step >= limit: break",
    )


_KNOWN = ("tensorflow.", "time.", "builtins.", "numpy.")
"""The libraries that do not decide for a script how long it runs."""


def count_drawn(drawn: DrawnCount) -> Refusal:
    """Say that each process draws its own number of steps."""
    draw = drawn.drawn_in.segment(drawn.draw)
    return Refusal(
        StepsNotCounted(),
        f"each process draws its own number of steps by `{draw}`, and the others wait for it for ever",
        f"let rank 0 draw it for all: int(hvd.broadcast({draw}, root_rank=0))",
    )


def count_measured(measured: DrawnCount) -> Refusal:
    """Say that each process computes its own number of steps from what it alone has measured."""
    return Refusal(
        StepsNotCounted(),
        f"how many steps a process takes in a turn, {measured.document.quote(measured.count)}, depends on "
        f"{measured.drawn_in.quote(measured.draw)}, which it alone has measured: the others wait for it for ever",
        "let rank 0 say the number for all, by hvd.broadcast(…, root_rank=0), or compute it from means over all processes",
    )


def decided_alone(message: str) -> Refusal:
    """Say, with a message on what it decides by, that each process decides alone whether it goes on."""
    return Refusal(
        StepsNotCounted(),
        message,
        "let the loop run over the data or count its steps, so that all processes take equally many",
    )


def setting_measured(message: str) -> Refusal:
    """Say, with a message on what has measured it, that each process has a setting of its own."""
    return Refusal(
        StepsNotCounted(),
        message,
        "let rank 0 choose for all, by hvd.broadcast_object(…, root_rank=0) of horovod.tensorflow, before anything is made "
        "or trained by it",
    )


def weights_kept_alone(message: str) -> Refusal:
    """Say, with a message on what it decides by, that each process decides alone which weights it keeps."""
    return Refusal(
        StepsNotCounted(),
        message,
        "let rank 0 decide for all, by hvd.broadcast, or send its variables to all once they have been taken back",
    )


def rate_decided_alone(message: str) -> Refusal:
    """Say, with a message on what it decides by, that each process decides alone on the rate."""
    return Refusal(
        StepsNotCounted(),
        message,
        "decide by a mean over all processes, hvd.allreduce(…), or by the number of the epoch",
    )


def rate_found_alone(message: str) -> Refusal:
    """Say, with a message on what it is computed from, that a rate goes on from the checkpoints of each host."""
    return Refusal(
        StepsNotCounted(),
        message,
        "let rank 0 say the step of its checkpoint, by hvd.broadcast(…, root_rank=0), before anything is computed from it",
    )


def metric_added(adding: Call, deciding: Call) -> Refusal:
    """Say that a callback may end a training by a metric that another has measured, with no place to average it."""
    return Refusal(
        StepsNotCounted(),
        f"`{deciding.attribute}` may end the training in one process alone, by a metric of its own that "
        f"`{adding.attribute}` adds, and no place is seen where it can be averaged",
        f"write out the list of callbacks, with `{adding.attribute}` before `{deciding.attribute}`",
    )


def decides_by_hand(call: Call, creation: Call) -> Refusal:
    """Say that a script itself lets a callback decide by a metric of each process how its training goes on."""
    return Refusal(
        StepsNotCounted(),
        f"{call.document.quote(call.node.func)} lets `{creation.attribute}` decide in each process alone, by a metric of its own",
        "give it the average over the processes: hvd.allreduce(metric)",
    )


def step_awaited(document: Document, test: ast.expr) -> Refusal:
    """Say that a loop goes on until an evaluation has seen a step to which no process comes any more."""
    return Refusal(
        StepsNotCounted(),
        f"{document.quote(test)} waits for a step to which no process comes, each takes a part of the steps: for ever",
        "evaluate in a script of its own, or end the loop when training has ended",
    )


def left_alone(script: Script, condition: Condition) -> bool:
    """Say whether an unknown library decides how long a process goes on, so that rank 0 can't decide for all."""
    return not is_known(script, condition.deciding) and (_is_whole(condition) or _comes_with_data(script, condition))


def _is_whole(condition: Condition) -> bool:
    """Say whether a condition is that of a `while`: how long the loop runs, not a way out of it."""
    return isinstance(condition.holder, ast.While) and condition.test is condition.holder.test


def _comes_with_data(script: Script, condition: Condition) -> bool:
    """Say whether the deciding call gives more than the decision, as a step of an environment gives the next state."""
    place = script.home(condition.deciding) or condition.document
    match place.statement(condition.deciding):
        case ast.Assign([ast.Tuple() | ast.List()], value):
            return value is condition.deciding
    return False


def is_known(script: Script, node: ast.expr) -> bool:
    """Say whether a call is one of TensorFlow, Python or the project, not of a library that decides by itself.

    The metrics of Keras are TensorFlow's.
    """
    if not isinstance(node, ast.Call):
        return True
    call = script.call(node)
    names = call.names if call is not None else frozenset()
    made = (script.creation(value) for value in script.values(node.func) if isinstance(value, Instance))
    names |= frozenset(name for each in made if each is not None for name in each.names)
    known = bool(names) and all(name.startswith(_KNOWN) for name in names)
    return known or (call is not None and (call.entry is not None or bool(call.functions)))
