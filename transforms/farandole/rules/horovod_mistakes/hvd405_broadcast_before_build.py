"""Broadcast variables once they exist."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Class, Instance, Library
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class BroadcastBeforeBuild(Rule):
    """Variables can be broadcast only when they exist.

    ## What it does

    Finds `hvd.broadcast_variables(model.variables, …)` before a model that gets its variables at its first call is
    called or built.

    ## Why

    A model without an input shape has no variables before its first batch. Nothing is broadcast, and each process
    starts from weights of its own; or Keras stops because there are no weights.

    ## When it is not offered

    The layers say their input shape, or the model is called, built, fitted or loaded before.

    ## Edit safety

    Nothing is edited: the broadcast belongs after the first step, where also the optimizer has its variables.
    """

    family = MISTAKES
    code, name = "HVD405", "broadcast-before-build"
    title = "Broadcast variables once they exist"
    severity = Severity.ERROR
    reported = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
    def call(self, x):
        return self.dense(x)
model = Net()
hvd.broadcast_variables(model.variables, root_rank=0)
print(model(tf.ones([1, 2])))
""",
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
hvd.broadcast_variables(model.variables, root_rank=0)
""",
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.build((None, 2))
hvd.broadcast_variables(model.variables, root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find broadcasts of the variables of models that have none yet."""
        for call in script.calls_to("horovod.tensorflow.broadcast_variables"):
            match call.argument("variables"):
                case ast.Attribute(
                    ast.Name() as model, "variables" | "weights" | "trainable_variables" | "trainable_weights"
                ):
                    if all(
                        _is_unbuilt(script, each, call) for each in script.instances(model, "model")
                    ) and script.instances(model, "model"):
                        yield Finding(
                            self,
                            Status.VIOLATION,
                            call.document,
                            call.document.span(call.node),
                            f"`{model.id}` has no variables yet: it gets them at its first call",
                            "broadcast them after the first training step",
                        )


def _is_unbuilt(script: Script, model: Instance, broadcast: Call) -> bool:
    """Say whether a model certainly has no variables where they are broadcast: nothing but its creation comes before."""
    creation = script.creation(model)
    if creation is None or not _waits_for_inputs(script, model, creation):
        return False
    document = broadcast.document
    same = creation.document is document and document.scope(creation.node) is document.scope(broadcast.node)
    if not same or document.statement(creation.node) not in document.block(document.statement(broadcast.node)):
        return False
    start, end = document.span(creation.node).end, document.span(broadcast.node).start
    return not any(
        isinstance(node, ast.Name | ast.Attribute)
        and model in script.values(node)
        and start <= document.span(node).start < end
        for statement in document.block(document.statement(broadcast.node))
        for node in ast.walk(statement)
        if isinstance(getattr(node, "ctx", None), ast.Load)
    )


def _waits_for_inputs(script: Script, model: Instance, creation: Call) -> bool:
    """Say whether a model does not know the shape of its inputs when it is created."""
    match model.of:
        case Class() as owner:
            text = owner.site.module.document.segment(owner.site.node)
            return not any(
                word in text for word in ("build", "add_weight", "tf.Variable", "Input", "input_shape", "input_dim")
            )
        case Library("tensorflow.keras.Sequential"):
            text = creation.document.segment(creation.node)
            return "Dense(" in text and not any(word in text for word in ("input", "Input", "*", "applications"))
    return False
