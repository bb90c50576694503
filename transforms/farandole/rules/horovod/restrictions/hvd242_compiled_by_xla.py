"""What averages gradients must not be compiled by XLA, for which Horovod has no operations."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Root, Stage
from farandole.frameworks.tensorflow.training import Training
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Rule
from farandole.source import Document

_OPTIONS = ("jit_compile", "experimental_compile")
"""What the option by which `tf.function` asks for XLA is called, and was called before TensorFlow 2.5."""

_SETTING = "HOROVOD_ENABLE_XLA_OPS"


class CompiledByXla(Rule):
    """A training step must not be compiled by XLA.

    ## What it does

    Names the `jit_compile=True` of a `compile`, or of a `tf.function` in which a tape computes the gradients that a model
    is trained by.

    ## Why

    XLA compiles the whole step, or nothing, and knows no operation of Horovod's: `No registered 'HorovodAllreduce' OpKernel`
    ends the first step. On GPUs Horovod has such operations for those who ask for them, by the environment variable
    `HOROVOD_ENABLE_XLA_OPS`, in all processes.

    ## When it is not offered

    Only the model is compiled, or what computes a loss; the script leaves to XLA what it can compile, by
    `tf.config.optimizer.set_jit(True)`; it names `HOROVOD_ENABLE_XLA_OPS` itself.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD242", "compiled-by-xla"
    title = "Leave it to XLA what it compiles: tf.config.optimizer.set_jit(True) in place of jit_compile=True"
    untouched = [
        """\
import tensorflow as tf
tf.config.optimizer.set_jit(True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", jit_compile=False)
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function(jit_compile=True)
def loss_of(x):
    return tf.reduce_mean(model(x) ** 2)


for step in range(100):
    with tf.GradientTape() as tape:
        loss = loss_of(tf.random.normal([8, 4]))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
""",
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", jit_compile=True)
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD242",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


def gradients_of(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    return tape.gradient(loss, model.trainable_variables)


@tf.function(jit_compile=True)
def train_step(x):
    optimizer.apply_gradients(zip(gradients_of(x), model.trainable_variables))


for step in range(100):
    train_step(tf.random.normal([8, 4]))
""",
            because="HVD242",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what asks XLA to compile the steps of a training."""
        if any(each.value == _SETTING for document in script.documents for each in document.nodes(ast.Constant)):
            return
        for training in script.trainings:
            for document, node in _asking(script, training):
                message = (
                    f"`{document.segment(node)}` lets XLA compile the step that trains {training.label}, and XLA knows no "
                    f"operation of Horovod's (on GPUs it does where {_SETTING}=1 is set in all processes)"
                )
                yield Refusal(self, message).finding("HVD104", document, node, training)


def _asking(script: Script, training: Training) -> Iterator[tuple[Document, ast.AST]]:
    """Yield the options of the calls and decorators that let XLA compile the steps of a training."""
    for compiled in training.compiles:
        for keyword in compiled.node.keywords:
            if keyword.arg in _OPTIONS and _is_set(script, keyword.value):
                yield compiled.document, keyword
    staged: dict[ast.AST, Root] = {each.function: each.root for each in script.staging.members(Stage.TF_FUNCTION)}
    asked: dict[ast.keyword, Document] = {}
    for call in training.gradients or training.steps:
        root = staged.get(call.document.scope(call.node))
        if root is not None and isinstance(root.by, ast.Call):
            given = (each for each in root.by.keywords if each.arg in _OPTIONS and _is_set(script, each.value))
            asked |= dict.fromkeys(given, root.home)
    yield from ((document, keyword) for keyword, document in asked.items())


def _is_set(script: Script, value: ast.expr) -> bool:
    """Say whether an option is surely set."""
    given = script.constants(value)
    return bool(given) and all(given)
