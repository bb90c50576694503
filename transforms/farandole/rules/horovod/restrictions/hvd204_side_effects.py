"""Restriction 4 on TensorFlow code, as far as it stands: what is shown has no effects that every rank needs."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.output.shared_effects import SharedEffect
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Related, Rule


class SideEffectsOfOutput(Rule):
    """What is printed or written by rank 0 alone must not do what every rank has to do.

    ## What it does

    Names a `print` (or another call that shows or writes something) within a larger expression, or with arguments
    that are unpacked, when it also trains, waits for other processes, draws from a data set or changes an object.

    ## Why

    On rank 0 only, a training step leaves the ranks with different models, and a collective operation waits for ever
    for the others.

    ## When it is not offered

    An argument of a call that is a statement of its own is computed on every rank before the call, as is what a call makes
    whose method it calls, and not reported.
    Reading tensors and metrics, formatting and arithmetic have no such effects.

    ## Edit safety

    Nothing is edited: the call stays on every rank.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD204", "output-with-side-effects"
    title = "Compute what every rank needs before it is shown"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
history = model.fit([[1.0]] * 64, [[2.0]] * 64)
print(history.history["loss"])
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
batches = iter(tf.data.Dataset.range(4))
print(*next(batches))
""",
            because="HVD204",
        )
    ]


def every_rank_must(call: Call, effect: SharedEffect) -> Refusal:
    """Say that a call that shows something has an effect that every rank depends on."""
    name = ast.unparse(call.node.func)
    return Refusal(
        SideEffectsOfOutput(),
        f"`{name}` runs on every rank, and cannot be left to rank 0: it {effect.reason}",
        f"assign what every rank must do to a variable before `{name}`",
        (Related(effect.document, effect.document.span(effect.node), "every rank must do this"),),
        blocks=False,
    )
