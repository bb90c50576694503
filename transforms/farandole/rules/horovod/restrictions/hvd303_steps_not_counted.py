"""Restriction on training loops: the number of steps must be known before the loop begins."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from farandole.analysis.loops import Count, LoopAt
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
    number of turns of a loop that is drawn by chance, too.

    ## Why

    In each step the processes wait for one another. One that leaves its loop earlier, since its own loss is small,
    leaves the others waiting for ever.

    ## When it is not offered

    The loop runs over a range or over data, or its condition compares a counter with a limit.

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
