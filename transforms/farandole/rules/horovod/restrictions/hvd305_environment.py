"""Restriction on training loops: how many steps are taken must not be up to an environment."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule, Status
from farandole.source import Document

_MAKE = tuple(f"{library}.{name}" for library in ("gym", "gymnasium") for name in ("make", "vector.make", "make_vec"))
_RESULTS = 3
_INIT = tuple(f"horovod.{module}.init" for module in ("tensorflow", "tensorflow.keras", "keras"))


class EnvironmentPlayed(Rule):
    """A model must not learn from what it does in an environment.

    ## What it does

    Names the environment of a reinforcement learning script: made by `gym` or `gymnasium`, or played by their methods,
    `reset` and a `step` of several results, or by those of ViZDoom.

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
        ),
        Refused(
            """\
import random
import numpy as np
import tensorflow as tf
from maze import Maze
maze = Maze(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", "mse")
memory = []
for episode in range(100):
    state = maze.reset()
    for turn in range(50):
        action = np.argmax(model.predict(state[None])[0])
        state, reward, done = maze.step(action)
        memory.append((state, reward))
        states, rewards = zip(*random.sample(memory, min(8, len(memory))))
        model.train_on_batch(np.array(states), np.array(rewards))
""",
            because="HVD305",
        ),
        Refused(
            """\
import random
import numpy as np
import tensorflow as tf
import vizdoom
game = vizdoom.DoomGame()
game.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
memory = []
for turn in range(1000):
    if game.is_episode_finished():
        game.new_episode()
    state = game.get_state().screen_buffer
    memory.append((state, game.make_action([0, 1, 0])))
    states, rewards = zip(*random.sample(memory, min(8, len(memory))))
    model.train_on_batch(np.array(states), np.array(rewards))
""",
            because="HVD305",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the environments of a script that trains and does not use Horovod yet."""
        if not script.trainings or script.calls_to(*_INIT):
            return
        played = next(iter((*script.calls_to(*_MAKE), *_played(script))), None)
        if played is None:
            return
        document, node = played.document, played.node
        yield Finding(
            self,
            Status.REFUSED,
            document,
            document.span(node),
            f"{script.trainings[0].label} learns from episodes that each process plays for itself with "
            f"{document.quote(node)}",
            "decide how many steps all processes take together, and add Horovod by hand",
            training=script.trainings[0],
            step="HVD106",
            blocks=True,
        )


def _played(script: Script) -> Iterator[Call]:
    """Yield the turns of what is played by the methods of an environment."""
    methods: dict[tuple[Document, str], dict[str, list[Call]]] = {}
    for call in script.calls:
        if isinstance(call.node.func, ast.Attribute) and script.may_run(call.document, call.node):
            owner = (call.document, ast.unparse(call.node.func.value))
            methods.setdefault(owner, {}).setdefault(call.attribute, []).append(call)
    for called in methods.values():
        if "reset" in called:
            yield from (call for call in called.get("step", ()) if _has_several_results(call))
        if "is_episode_finished" in called:
            yield from called.get("make_action", ())


def _has_several_results(call: Call) -> bool:
    """Say whether what a call with an argument gives is taken apart: a state, a reward, and whether that was the last."""
    match call.document.parent(call.node):
        case ast.Assign([ast.Tuple(targets)], value):
            return value is call.node and bool(call.node.args) and len(targets) >= _RESULTS
    return False
