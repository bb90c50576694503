"""Restriction on TensorFlow code: what asks Horovod for the rank must not run before Horovod is initialised."""

from __future__ import annotations

from dataclasses import replace

from farandole.frameworks.script import Script
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.inits import early_place, initialisations
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Related, Rule, Status


class BeforeInit(Rule):
    """What asks Horovod for the rank or the number of processes must run after `hvd.init()`.

    ## What it does

    Names a step whose edit would stand, or be called, above the place where Horovod is imported and initialised: below
    the imports of TensorFlow, or where the script calls `hvd.init()` already.

    ## Why

    `hvd` is no name there yet, or its ranks can't be asked for. It is imported with TensorFlow, since environment
    variables that are set before that count.

    ## When it is not offered

    The step changes only what runs after that place.

    ## Edit safety

    Nothing is edited. Move the imports of TensorFlow, or `hvd.init()`, up, or the named code down.
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
import tensorflow as tf
import horovod.tensorflow.keras as hvd
optimizer = tf.keras.optimizers.SGD(0.01)
def main():
    hvd.init()
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(optimizer), "mse")
    model.fit(tf.zeros((48, 1)), tf.zeros((48, 1)))
main()
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
    init = next(iter(initialisations(script)), None)
    if init is None:
        why, suggestion = "`hvd`, which is there only below the imports of TensorFlow", "import TensorFlow above it"
    else:
        place = init.document.place_of(init.node, document)
        why, suggestion = f"Horovod, which {place} initialises", f"call {init.document.segment(init.node)} above it"
    related = (Related(document, span, "this runs before"),)
    refusal = Refusal(BeforeInit(), f"{finding.message}; to change that takes {why}", suggestion, related)
    return replace(refusal.finding(finding.code, document, span, finding.training))
