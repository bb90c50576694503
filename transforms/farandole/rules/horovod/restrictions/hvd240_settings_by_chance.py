"""A model, its optimizer and the length of its training must not be drawn by each process for itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.loops import chains
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.horovod.settings import SHUFFLES
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.division.sampling import is_random, reached_by
from farandole.rules.horovod.division.seeds import OWN, is_seeded, module_of, seeds_alike
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Related, Rule


class SettingsByChance(Rule):
    """A model, its optimizer and the length of its training must not be drawn by each process for itself.

    ## What it does

    Names a number or a choice that is drawn by chance, or taken from a list that is shuffled, and that a layer, an
    optimizer, a `compile`, the epochs or the batch size of a `fit` are given, or that decides whether a layer is made,
    or which model is trained: a search of settings by chance.

    ## Why

    Each process draws for itself. Models of other shapes have gradients that can't be averaged, and the processes wait
    for one another for ever; with other rates or layers, they average what does not belong together; and the one that
    takes fewer steps leaves the others waiting.

    ## When it is not offered

    The generator is seeded alike in all processes, and draws no samples in the loop in which the settings are drawn:
    there each process must draw for itself.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD240", "settings-by-chance"
    title = "Draw it alike in all processes: from a generator of its own that has a seed, such as random.Random(0)"
    untouched = [
        """\
import random
import numpy as np
import tensorflow as tf
settings = random.Random(0)
x, y = np.load("x.npy"), np.load("y.npy")
for trial in range(10):
    model = tf.keras.Sequential([tf.keras.layers.Dense(settings.choice([16, 32])), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(10 ** settings.uniform(-4, -1)), "mse")
    for step in range(100):
        rows = np.random.randint(0, len(x), 32)
        model.train_on_batch(x[rows], y[rows])
""",
        """\
import random
import numpy as np
import tensorflow as tf
random.seed(1)
units = random.choice([16, 32])
x = np.random.rand(100, random.randint(1, 1))
model = tf.keras.Sequential([tf.keras.layers.Dense(units, input_dim=x.shape[1]), tf.keras.layers.Dense(len(x))])
model.compile("sgd", "mse")
""",
    ]
    refused = [
        Refused(
            """\
import random
import numpy as np
import tensorflow as tf
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(random.choice([16, 32])), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, y)
""",
            because="HVD240",
        ),
        Refused(
            """\
import random
import numpy as np
import tensorflow as tf
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential()
widths = []
for _ in range(3):
    widths.append(random.choice([16, 32]))
for width in widths:
    model.add(tf.keras.layers.Dense(width))
model.add(tf.keras.layers.Dense(1))
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, y)
""",
            because="HVD240",
        ),
        Refused(
            """\
import random
import numpy as np
import tensorflow as tf
x, y = np.load("x.npy"), np.load("y.npy")
models = []
for width in (16, 32):
    models.append(tf.keras.Sequential([tf.keras.layers.Dense(width), tf.keras.layers.Dense(1)]))
    models[-1].compile(tf.keras.optimizers.SGD(0.1), "mse")
for turn in range(10):
    chosen = random.choice(models)
    chosen.fit(x, y)
""",
            because="HVD240",
        ),
        Refused(
            """\
import itertools
import random
import numpy as np
import tensorflow as tf
x, y = np.load("x.npy"), np.load("y.npy")
settings = list(itertools.product([16, 32, 64], [0.1, 0.01]))
random.shuffle(settings)
for units, rate in settings[:3]:
    model = tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(rate), "mse")
    model.fit(x, y)
""",
            because="HVD240",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
np.random.seed(1)
x, y = np.load("x.npy"), np.load("y.npy")
for trial in range(10):
    rate = 10 ** np.random.uniform(-4, -1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(rate), "mse")
    for step in range(100):
        rows = np.random.randint(0, len(x), 32)
        model.train_on_batch(x[rows], y[rows])
""",
            because="HVD240",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what is drawn by chance and given to a model, its optimizer or its training."""
        found = script.settings.drawn
        loops = reached_by(
            script, (loop for training in script.trainings if found for loop in _loops(script, training))
        )
        for draw, setting in found.items():
            if not _is_alike(script, draw, loops):
                does = "gives another order" if draw.names & {*SHUFFLES} else "draws something else"
                message = f"{draw.document.quote(draw.node)} {does} in each process, and {setting.decides}"
                related = Related(setting.document, setting.document.span(setting.node), "here")
                refusal = Refusal(self, message, related=(related,))
                yield refusal.finding("HVD104", draw.document, draw.node, script.trainings[0])


def _loops(script: Script, training: Training) -> Iterator[ast.AST]:
    """Yield the outermost loops around the steps of a training, in which each process draws samples for itself."""
    for step in training.steps:
        yield from (chain[-1].node for chain in chains(script, step.document, step.node) if chain)


def _is_alike(script: Script, draw: Call, loops: set[ast.AST]) -> bool:
    """Say whether all processes draw the same: the generator is seeded, and nothing else is drawn from it in a loop."""
    made = [script.creation(value) for value in draw.receivers if isinstance(value, Instance)]
    seed = draw.argument("random_state")
    if seed is not None:
        return bool(script.constants(seed) - {None})
    if made:
        if not all(each is not None and each.arguments and seeds_alike(script, each) for each in made):
            return False
    elif not is_seeded(script, module_of(draw) or "numpy.random", (draw.document, draw.node)):
        return False
    if draw.node not in loops:
        return True
    others = (
        call for call in script.calls if call.node in loops and call not in script.settings.drawn and is_random(call)
    )
    return not any(_is_drawn_by(draw, other) for other in others)


def _is_drawn_by(draw: Call, other: Call) -> bool:
    """Say whether two calls may draw from one generator."""
    if draw.receivers or other.receivers:
        return not draw.receivers.isdisjoint(other.receivers)
    modules = {name.partition(".")[0] for name in draw.names} & {name.partition(".")[0] for name in other.names}
    return bool(modules) and other.names.isdisjoint(OWN)
