"""The policy-gradient loop of Table 2 of "The 800 Pound Python": seconds for ten steps of learning, eager and staged.

`python cartpole.py ROUNDS` in the environment with TensorFlow. A two-layer policy, twenty plays for each step of
learning, a fake environment with random observations and rewards and episodes of a fixed length, as the paper describes
them. One function is compared: as it is, and staged for TensorFlow.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf
from farandole.staging import constant, lms, stage

UNITS = (10, 100, 1_000)
STEPS, PLAYS, LENGTH = 10, 20, 10
DISCOUNT, RATE = 0.95, 0.01


class Policy:
    """A policy of two layers."""

    def __init__(self, units: int) -> None:
        self.variables = [
            tf.Variable(tf.random.stateless_normal([4, units], [1, 2]) * 0.1),
            tf.Variable(tf.random.stateless_normal([units, 2], [3, 4]) * 0.1),
        ]

    def gradients(self, observation: Any, draw: Any) -> tuple[Any, Any]:
        """Give the gradients for the action that a draw from [0, 1) decides on; `observation` has shape (1, 4)."""
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(observation, self.variables[0]))
            logits = tf.matmul(hidden, self.variables[1])
            action = tf.cast(draw < tf.nn.softmax(logits)[0, 0], tf.int32)
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits([action], logits)
        first, second = tape.gradient(loss, self.variables)
        return first, second


def learner(policy: Policy) -> Callable[..., Any]:
    """Give the function that learns: the gradients of all plays, scaled by what follows each action, averaged."""

    @lms
    def learn(observations, draws, rewards, plays, length):
        gradients = constant(policy.gradients)
        variables = [constant(each) for each in policy.variables]
        total_first, total_second = (tf.zeros_like(each) for each in policy.variables)
        play = 0
        while play < plays:
            step = length - 1
            returned = 0.0
            while step >= 0:
                returned = rewards[play, step] + DISCOUNT * returned
                first, second = gradients(observations[play, step], draws[play, step])
                total_first = total_first + first * returned
                total_second = total_second + second * returned
                step = step - 1
            play = play + 1
        for variable, total in zip(variables, (total_first, total_second)):
            variable.assign_sub(RATE * total / PLAYS)
        return tf.reduce_sum(total_first)

    return learn


def episodes(seed: int) -> tuple[Any, Any, Any]:
    """Give random observations, draws and rewards of one step of learning."""
    observations = tf.random.stateless_normal([PLAYS, LENGTH, 1, 4], [seed, 1])
    draws = tf.random.stateless_uniform([PLAYS, LENGTH], [seed, 2])
    return observations, draws, tf.random.stateless_uniform([PLAYS, LENGTH], [seed, 3])


def main() -> None:
    """Print the seconds of every round, by units and way, as JSON."""
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    data = [episodes(seed) for seed in range(STEPS)]
    result: dict[int, dict[str, list[float]]] = {}
    for units in UNITS:
        policies = {"eager": Policy(units), "staged": Policy(units)}
        runs = {"eager": learner(policies["eager"]), "staged": stage(backend="tensorflow")(learner(policies["staged"]))}
        seconds: dict[str, list[float]] = {way: [] for way in runs}
        for turn in range(int(sys.argv[1]) + 1):
            for way, run in runs.items():
                start = time.perf_counter()
                for observations, draws, rewards in data:
                    run(observations, draws, rewards, PLAYS, LENGTH)
                if turn:  # the first makes the graph
                    seconds[way].append(time.perf_counter() - start)
        result[units] = seconds
        for one, other in zip(policies["eager"].variables, policies["staged"].variables):
            tf.debugging.assert_near(one, other, rtol=1e-3, atol=1e-4)  # the same learning
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
