"""Wrap each optimizer once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Constant, Instance
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import WRAPPERS
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.tapes import DISTRIBUTED_TAPE
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class WrappedTwice(Rule):
    """What Horovod has wrapped must not be wrapped again.

    ## What it does

    Finds `hvd.DistributedOptimizer` of an optimizer, or `hvd.DistributedGradientTape` of a tape, that one of them
    has wrapped already, and takes the second one away.

    ## Why

    Gradients are averaged twice for nothing, or the wrappers call each other without end.

    ## When it is not offered

    Only some of the optimizers that come here are wrapped. Without a fix: where the second wrapper has further
    arguments.

    ## Edit safety

    What is wrapped once averages its gradients.
    """

    family = MISTAKES
    code, name = "HVD404", "wrapped-twice"
    title = "Wrap each optimizer once"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size()))
optimizer = hvd.DistributedOptimizer(optimizer)
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size()))
""",
        ),
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size()))
model.compile(hvd.DistributedOptimizer(optimizer), "mse")
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size()))
model.compile(optimizer, "mse")
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size()))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what is wrapped twice."""
        for call in script.calls_to(*WRAPPERS, "horovod.torch.DistributedOptimizer", DISTRIBUTED_TAPE):
            argument = call.node.args[0] if call.node.args else None
            values = script.values(argument) - {Constant(None)}
            created = {script.creation(each) if isinstance(each, Instance) else None for each in values}
            wrapped = all(each is not None and each is not call and each.names & call.names for each in created)
            if argument is None or not created or not wrapped:
                continue
            alone = len(call.node.args) == 1 and not call.node.keywords
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                f"{call.document.quote(argument)} is wrapped by Horovod already",
                "wrap it once",
                fix=partial(_fix, call, argument) if alone else None,
            )


def _fix(call: Call, argument: ast.expr) -> EditSet:
    document = call.document
    match document.statement(call.node):
        case ast.Assign(targets=[ast.Name(name)], value=value) as statement:
            if value is call.node and isinstance(argument, ast.Name) and argument.id == name:
                return EditSet.of(document, layout.delete(document, statement))
    return EditSet.of(document, layout.replace(document, call.node, document.segment(argument)))
