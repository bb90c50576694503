"""Wrap the optimizer before it is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import WRAPPERS
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import is_distributed
from farandole.frameworks.tensorflow.training import COMPILE
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class WrappedAfterUse(Rule):
    """An optimizer must be wrapped before it is used.

    ## What it does

    Finds `minimize`, `compute_gradients` or `compile` with an optimizer that the next statements wrap in
    `hvd.DistributedOptimizer`, and moves the wrapping up.

    ## Why

    The wrapper is a new object. What was built with the one inside it averages nothing, and each process trains a
    model of its own.

    ## When it is not offered

    The wrapped optimizer is another one, the two are not in one function, or nothing applies the gradients that were computed
    before. Without a fix: where the wrapping is
    no statement of the same block, or has further arguments.

    ## Edit safety

    One statement is moved up within its block. It needs nothing that is made in between.
    """

    family = MISTAKES
    code, name = "HVD403", "wrapped-after-use"
    title = "Wrap the optimizer before it is used"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import horovod.tensorflow as hvd
import tensorflow.compat.v1 as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
train_op = optimizer.minimize(w * w)
optimizer = hvd.DistributedOptimizer(optimizer)
""",
            after="""\
import horovod.tensorflow as hvd
import tensorflow.compat.v1 as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
train_op = optimizer.minimize(w * w)
""",
        ),
    ]
    reported = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
model.compile(optimizer, "mse")
wrapped = hvd.DistributedOptimizer(optimizer, compression=hvd.Compression.fp16)
""",
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
model.compile(optimizer, "mse")
""",
        """\
import horovod.tensorflow as hvd
import tensorflow.compat.v1 as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
norm = tf.linalg.global_norm([gradient for gradient, _ in optimizer.compute_gradients(w * w)])
optimizer = hvd.DistributedOptimizer(optimizer)
train_op = optimizer.minimize(w * w)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the uses of an optimizer before it is wrapped."""
        for wrapper in script.calls_to(*WRAPPERS):
            inside = script.instances(wrapper.argument("optimizer"), "optimizer")
            for use in script.calls:
                if not inside.isdisjoint(_used(script, use)) and _is_before(use, wrapper):
                    yield Finding(
                        self,
                        Status.VIOLATION,
                        use.document,
                        use.document.span(use.node),
                        f"`{use.attribute}` is called with an optimizer that is wrapped only afterwards",
                        "wrap it in hvd.DistributedOptimizer before",
                        fix=partial(_fix, use, wrapper) if _is_movable(use, wrapper) else None,
                    )
                    break


_STEPS = ("minimize", "compute_gradients")


def _used(script: Script, use: Call) -> frozenset[Value]:
    """Give the plain optimizers with which a call computes gradients, or builds what does."""
    if COMPILE in use.names:
        found: frozenset[Value] = frozenset(script.instances(use.argument("optimizer"), "optimizer"))
    else:
        found = frozenset(use.receivers) if use.attribute in _STEPS and _counts(script, use) else frozenset()
    return (
        found if not any(is_distributed(script, each) for each in found if isinstance(each, Instance)) else frozenset()
    )


def _counts(script: Script, use: Call) -> bool:
    """Say whether gradients that a call computes are applied somewhere; `minimize` applies its own."""
    return use.attribute == "minimize" or any(call.attribute == "apply_gradients" for call in script.calls)


def _is_before(use: Call, wrapper: Call) -> bool:
    document = use.document
    same = document is wrapper.document and document.scope(use.node) is document.scope(wrapper.node)
    looped = any(isinstance(each, ast.For | ast.While) for each in document.ancestors(use.node)) if same else True
    return same and not looped and document.span(use.node).end <= document.span(wrapper.node).start


def _is_movable(use: Call, wrapper: Call) -> bool:
    """Say whether a wrapping only gives its optimizer a new value, beside the use."""
    document = use.document
    match document.statement(wrapper.node):
        case ast.Assign(targets=[ast.Name(name)], value=ast.Call(args=[ast.Name(inner)], keywords=[])) as statement:
            alone = statement.value is wrapper.node and name == inner
            return alone and document.statement(use.node) in document.block(statement)
    return False


def _fix(use: Call, wrapper: Call) -> EditSet:
    document = use.document
    statement = document.statement(wrapper.node)
    inserted = layout.insert_before(document, document.statement(use.node), [document.segment(statement)])
    return EditSet.of(document, [*inserted, *layout.delete(document, statement)])
