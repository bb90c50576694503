"""Warm the rate of a loop up by a schedule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod.names import keras_name
from farandole.rules.horovod_advice.rates import is_size, scaled_rate
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document, EditSet, layout

_STEPS = 1000


class LoopWithoutWarmup(Rule):
    """The scaled rate of a loop over tapes can be reached by a schedule.

    ## What it does

    Finds loops over tapes that begin with a rate times `hvd.size()`, and puts a schedule in its place that begins with the
    rate of one process and grows to the scaled one in a thousand steps. Trainings by `fit` have
    [ADV102](ADV102.md).

    ## Why

    While the variables still change fast, a large rate can throw the training off, or end it at a worse loss
    (Goyal et al. 2017, section 2.2). It pays with eight processes or more, and with trainings that take many thousand
    steps.

    ## When it is not offered

    The rate is a schedule already, or is computed in another way.

    ## Edit safety

    It asks to be confirmed: a thousand steps must be a small part of the training. Code that assigns to the rate of
    the optimizer fails with a schedule.
    """

    family = ADVICE
    code, name = "ADV109", "loop-without-warmup"
    title = "Warm the rate of a loop up by a schedule"
    examples = [
        Example(
            before="""\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
hvd.broadcast_variables([w], root_rank=0)
for step in range(90000 // hvd.size()):
    with tf.GradientTape() as tape:
        loss = w * w
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
""",
            after="""\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(
    tf.keras.optimizers.schedules.PolynomialDecay(
        0.01, 1000, 0.01 * hvd.size()
    )
)
hvd.broadcast_variables([w], root_rank=0)
for step in range(90000 // hvd.size()):
    with tf.GradientTape() as tape:
        loss = w * w
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
optimizer.learning_rate = 0.02 * hvd.size()
for step in range(90000 // hvd.size()):
    with tf.GradientTape() as tape:
        loss = w * w
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find loops over tapes that begin with the scaled rate."""
        for training in script.trainings:
            if training.pattern is not Pattern.GRADIENT_TAPE or _assigns_rates(script):
                continue
            document, product = scaled_rate(script, training, wrapped=False) or (training.document, None)
            if not isinstance(product, ast.BinOp):
                continue
            keras = keras_name(script, document)
            kept = product.left if is_size(script, product.right) else product.right
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(product),
                f"{training.label} begins with the rate of all processes",
                "let it grow from the rate of one in the first steps",
                training=training,
                confirm=f"{_STEPS} steps must be a small part of the training",
                fix=partial(_fix, document, product, kept, keras.text) if not keras.edits else None,
            )


def _assigns_rates(script: Script) -> bool:
    """Say whether a script sets the rate of an optimizer by itself."""
    stored = (
        node
        for document in script.documents
        for node in document.nodes(ast.Attribute)
        if node.attr in ("lr", "learning_rate")
    )
    return any(isinstance(node.ctx, ast.Store) for node in stored) or any(
        call.attribute == "assign" and "learning_rate" in call.document.segment(call.node.func) for call in script.calls
    )


def _fix(document: Document, product: ast.BinOp, kept: ast.expr, keras: str) -> EditSet:
    begin, end = document.segment(kept), document.segment(product)
    text = f"{keras}.optimizers.schedules.PolynomialDecay({begin}, {_STEPS}, {end})"
    return EditSet.of(document, layout.replace(document, product, text))
