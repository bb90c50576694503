"""Warm up to the scaled rate."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Constant
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import LearningRateScaling, Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import horovod_keras
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout


class WarmupToOtherRate(Rule):
    """Warm-up must end at the rate of all processes.

    ## What it does

    Finds `hvd.callbacks.LearningRateWarmupCallback` whose `initial_lr` is a number that does not grow with the
    number of processes, and scales it.

    ## Why

    The callback sets the rate: it begins at `initial_lr / hvd.size()` and ends at `initial_lr`. With the rate of
    one process, a larger batch is trained with too small steps from then on, whatever the optimizer was given.

    ## When it is not offered

    `initial_lr` is computed, or not given at all.

    ## Edit safety

    The rate after warm-up grows with the number of processes, as that of the optimizer does.
    """

    family = MISTAKES
    code, name = "HVD416", "warmup-to-unscaled-rate"
    title = "Warm up to the scaled rate"
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.LearningRateWarmupCallback(initial_lr=0.01, warmup_epochs=3)]
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [
    hvd.callbacks.LearningRateWarmupCallback(
        initial_lr=0.01 * hvd.size(), warmup_epochs=3
    )
]
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
rate = 0.01 * hvd.size()
callbacks = [hvd.callbacks.LearningRateWarmupCallback(initial_lr=rate, warmup_epochs=3)]
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find warm-up to the rate of one process."""
        if options.rate_scaling is not LearningRateScaling.LINEAR:
            return
        for call in script.calls_to("horovod.tensorflow.keras.callbacks.LearningRateWarmupCallback"):
            rate = call.argument("initial_lr")
            values = script.values(rate)
            if rate is None or not values or not all(isinstance(each, Constant) for each in values):
                continue
            hvd = horovod_keras(script, call.document)
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(rate),
                f"warm-up ends at the rate {call.document.quote(rate)} of one process",
                "multiply it by hvd.size()",
                fix=partial(_fix, call, rate, hvd.text) if not hvd.edits else None,
            )


def _fix(call: Call, rate: ast.expr, hvd: str) -> EditSet:
    document = call.document
    return EditSet.of(document, layout.wrap(document, rate, "", f" * {hvd}.size()", ast.Mult))
