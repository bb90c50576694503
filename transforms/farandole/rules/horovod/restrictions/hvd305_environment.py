"""Restriction on training loops: how many steps are taken must not be up to an environment."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule, Status

_MAKE = tuple(f"{library}.{name}" for library in ("gym", "gymnasium") for name in ("make", "vector.make", "make_vec"))
_INIT = tuple(f"horovod.{module}.init" for module in ("tensorflow", "tensorflow.keras", "keras"))


class EnvironmentPlayed(Rule):
    """A model must not learn from what it does in an environment.

    ## What it does

    Names the environment of a reinforcement learning script, made by `gym` or `gymnasium`.

    ## Why

    Each process plays episodes of its own, of other lengths than those of the others: one would take training steps for
    which the others are not ready, and wait for ever, or learn from memories that are not filled yet. What an episode,
    its returns and a target network become on many processes is a decision about the algorithm, not about its text.

    ## When it is not offered

    The script uses Horovod already.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD305", "environment-played"
    title = "Decide how the processes share the episodes"
    untouched = [
        """\
import gym
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.ones([8, 2]), np.ones([8, 1]))
"""
    ]
    refused = [
        Refused(
            """\
import gym
import numpy as np
import tensorflow as tf
env = gym.make("CartPole-v1")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
state = env.reset()
states, rewards = [], []
for turn in range(1000):
    state, reward, done, _ = env.step(env.action_space.sample())
    states.append(state)
    rewards.append(reward)
model.fit(np.array(states), np.array(rewards))
""",
            because="HVD305",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the environments of a script that trains and does not use Horovod yet."""
        made = script.calls_to(*_MAKE)
        if not made or not script.trainings or script.calls_to(*_INIT):
            return
        document, node = made[0].document, made[0].node
        yield Finding(
            self,
            Status.REFUSED,
            document,
            document.span(node),
            f"{script.trainings[0].label} learns from episodes that each process plays for itself with "
            f"`{document.segment(node)}`",
            "decide how many steps all processes take together, and add Horovod by hand",
            training=script.trainings[0],
            step="HVD106",
            blocks=True,
        )
