"""Restriction on TensorFlow code: what asks Horovod for the rank must not run above the imports of TensorFlow."""

from __future__ import annotations

from dataclasses import replace

from farandole.frameworks.script import Script
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.inits import early_place
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Related, Rule, Status


class BeforeInit(Rule):
    """What asks Horovod for the rank or the number of processes must run after `hvd.init()`.

    ## What it does

    Names a step whose edit would stand, or be called, above the place where Horovod is imported and initialised: below
    the imports of TensorFlow.

    ## Why

    `hvd` is no name there yet. It is imported with TensorFlow, since environment variables that are set before that
    count.

    ## When it is not offered

    The step changes only what runs below the imports of TensorFlow.

    ## Edit safety

    Nothing is edited. Move the imports of TensorFlow up, or the named code down.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD237", "before-init"
    title = "Import TensorFlow above the code that needs the rank"
    untouched = [
        """\
import random
import tensorflow as tf
rows = [[float(i)] for i in range(64)]
random.shuffle(rows)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.constant(rows[:48]), tf.constant(rows[:48]))
"""
    ]
    refused = [
        Refused(
            """\
import random
rows = [[float(i)] for i in range(64)]
random.shuffle(rows)
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.constant(rows[:48]), tf.constant(rows[:48]))
""",
            because="HVD237",
        ),
        Refused(
            """\
import random
def load():
    rows = [[float(i)] for i in range(64)]
    random.shuffle(rows)
    return rows[:48]
rows = load()
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.constant(rows), tf.constant(rows))
""",
            because="HVD237",
        ),
    ]


def in_time(script: Script, finding: Finding) -> Finding:
    """Give a finding of a step, or its refusal where what it would change runs before Horovod is initialised."""
    early = early_place(script, finding.fix()) if finding.status is Status.MISSING and finding.fix else None
    if early is None:
        return finding
    document, span = early
    message = f"{finding.message}; to change that takes `hvd`, which is there only below the imports of TensorFlow"
    related = (Related(document, span, "this runs before them"),)
    refusal = Refusal(BeforeInit(), message, "import TensorFlow above it", related)
    return replace(refusal.finding(finding.code, document, span, finding.training))
