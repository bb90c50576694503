"""Broadcast variables, not the graph's collection."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class BroadcastOfGraphs(Rule):
    """Eager code has no global variables to broadcast.

    ## What it does

    Finds `hvd.broadcast_global_variables` in a script that trains with tapes and opens no session.

    ## Why

    The function broadcasts a collection of a TensorFlow 1 graph. In eager code Horovod stops at it.

    ## When it is not offered

    The script opens a session, or switches eager execution off.

    ## Edit safety

    Nothing is edited: which variables are broadcast instead, and after which step, depends on the loop.
    """

    family = MISTAKES
    code, name = "HVD413", "graph-broadcast-in-eager-code"
    title = "Broadcast variables, not the graph's collection"
    severity = Severity.ERROR
    reported = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
hvd.broadcast_global_variables(0)
with tf.GradientTape() as tape:
    loss = w * w
tape = hvd.DistributedGradientTape(tape)
optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
""",
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
with tf.GradientTape() as tape:
    loss = w * w
tape = hvd.DistributedGradientTape(tape)
optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
hvd.broadcast_variables([w], root_rank=0)
""",
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
if not tf.executing_eagerly():
    hvd.broadcast_global_variables(0)
with tf.GradientTape() as tape:
    loss = w * w
tape = hvd.DistributedGradientTape(tape)
optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
hvd.broadcast_variables([w], root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find broadcasts of a graph's variables where there is no graph."""
        tapes = any(training.pattern is Pattern.GRADIENT_TAPE for training in script.trainings)
        graphs = any(call.attribute in _GRAPHS for call in script.calls) or any(
            each.sessions for each in script.trainings
        )
        if not tapes or graphs:
            return
        for call in script.calls_to("horovod.tensorflow.broadcast_global_variables"):
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                "eager code has no global variables that could be broadcast",
                "call hvd.broadcast_variables(model.variables, root_rank=0) after the first step",
            )


_GRAPHS = frozenset(
    {
        "Session", "InteractiveSession", "disable_eager_execution", "disable_v2_behavior", "Graph",
        "executing_eagerly", "_executing_eagerly",
    }
)  # fmt: skip
"""What builds graphs, or asks whether there is one."""
