"""Use the Horovod of your Keras."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document, EditSet, layout


class OtherKeras(Rule):
    """Horovod has a module for each Keras.

    ## What it does

    Finds `import horovod.keras` in a script that trains with `tf.keras`, and `import horovod.tensorflow.keras` in
    one that imports the stand-alone `keras`, and imports the other one.

    ## Why

    Each of the two modules wraps optimizers and makes callbacks of its own Keras. With the other one they are
    objects of a foreign class, and `compile` or `fit` refuses them.

    ## When it is not offered

    The script imports both Keras, or none of them.

    ## Edit safety

    Both modules have the same functions.
    """

    family = MISTAKES
    code, name = "HVD410", "other-keras"
    title = "Use the Horovod of your Keras"
    examples = [
        Example(
            before="""\
import horovod.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit(tf.ones([4, 2]), tf.ones([4, 1]))
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit(tf.ones([4, 2]), tf.ones([4, 1]))
""",
        ),
    ]
    untouched = [
        """\
import horovod.keras as hvd
import keras
hvd.init()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the imports of the other module."""
        imports = [(document, *each) for document in script.documents for each in _imports(document)]
        kerases = {name for _, _, name in imports if name in _MATCHING}
        if len(kerases) != 1 or not script.trainings:
            return
        right = _MATCHING[kerases.pop()]
        for document, statement, name in imports:
            if name in _MATCHING.values() and name != right:
                yield Finding(
                    self,
                    Status.VIOLATION,
                    document,
                    document.span(statement),
                    f"`{name}` belongs to another Keras than the one that is trained here",
                    f"import {right}",
                    fix=partial(_fix, document, statement, name, right),
                )


_MATCHING = {"keras": "horovod.keras", "tensorflow.keras": "horovod.tensorflow.keras"}


def _imports(document: Document) -> Iterator[tuple[ast.stmt, str]]:
    """Yield which Keras, and which module of Horovod, a file imports or uses, with the statement."""
    for statement in document.statements:
        match statement:
            case ast.Import(names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), names=names, level=0):
                modules = [module, *(f"{module}.{alias.name}" for alias in names)]
            case _:
                continue
        for module in modules:
            yield from ((statement, known) for known in _KNOWN if module == known or module.startswith(f"{known}."))
    for node in document.nodes(ast.Attribute, ast.Import, ast.ImportFrom):
        match node:
            case ast.Attribute(ast.Name("tf" | "tensorflow"), "keras"):
                yield document.statement(node), "tensorflow.keras"


_KNOWN = (*_MATCHING, *_MATCHING.values())


def _fix(document: Document, statement: ast.stmt, name: str, right: str) -> EditSet:
    text = document.segment(statement)
    if isinstance(statement, ast.ImportFrom) and statement.module != name:
        parent, _, _ = right.rpartition(".")
        text = text.replace(str(statement.module), parent, 1)
        return EditSet.of(document, layout.replace_statement(document, statement, [text]))
    return EditSet.of(document, layout.replace_statement(document, statement, [text.replace(name, right, 1)]))
