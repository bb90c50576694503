"""Clip the averaged gradients."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import GRADIENT
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Status


class ClippedBeforeAveraging(Rule):
    """Gradients must be averaged before they are clipped.

    ## What it does

    Finds `hvd.allreduce` of gradients that `tf.clip_by_global_norm` and the like have clipped.

    ## Why

    The mean of clipped gradients is another step than the clipped mean: each process clips by the norm of its own
    gradients, and the result has another size and direction.

    ## When it is not offered

    What is reduced does not come from a clipping of gradients in the same function.

    ## Edit safety

    Nothing is edited: the author may clip twice on purpose.
    """

    family = MISTAKES
    code, name = "HVD411", "clipped-before-averaging"
    title = "Clip the averaged gradients"
    reported = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w * w)
gradients = tape.gradient(loss, [w])
gradients = [tf.clip_by_norm(each, 1.0) for each in gradients]
gradients = [hvd.allreduce(each) for each in gradients]
optimizer.apply_gradients(zip(gradients, [w]))
""",
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w * w)
gradients = [hvd.allreduce(each) for each in tape.gradient(loss, [w])]
gradients = [tf.clip_by_norm(each, 1.0) for each in gradients]
optimizer.apply_gradients(zip(gradients, [w]))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find reductions of clipped gradients."""
        for call in script.calls_to(*_REDUCTIONS):
            if not call.node.args:
                continue
            clipped = script.origins(
                script.values(call.node.args[0]), lambda value: bool(_creators(script, value) & _CLIPPING)
            )
            if any(_is_gradient(script, each) and _is_beside(script, each, call) for each in clipped):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(call.node),
                    f"`{call.attribute}` averages gradients that each process has clipped by itself",
                    "average the gradients first, and clip the averages",
                )


_REDUCTIONS = (
    "horovod.tensorflow.allreduce",
    "horovod.tensorflow.grouped_allreduce",
    "horovod.tensorflow.keras.allreduce",
)
_CLIPPING = frozenset({f"tensorflow.{name}" for name in ("clip_by_global_norm", "clip_by_norm", "clip_by_value")})
_GRADIENTS = frozenset({GRADIENT, "tensorflow.gradients"})


def _creators(script: Script, value: Value) -> frozenset[str]:
    call = script.creation(value) if isinstance(value, Instance) else None
    return call.names if call is not None else frozenset()


def _is_beside(script: Script, clipped: Value, reduction: Call) -> bool:
    """Say whether a clipping stands before a reduction in one function, so that the order is certain."""
    call = script.creation(clipped) if isinstance(clipped, Instance) else None
    if call is None or call.document is not reduction.document:
        return False
    document = call.document
    same = script.function(document, call.node) is script.function(document, reduction.node)
    return same and document.span(call.node).end <= document.span(reduction.node).start


def _is_gradient(script: Script, clipped: Value) -> bool:
    call = script.creation(clipped) if isinstance(clipped, Instance) else None
    argument = call.node.args[0] if call is not None and call.node.args else None
    return bool(script.origins(script.values(argument), lambda value: bool(_creators(script, value) & _GRADIENTS)))
