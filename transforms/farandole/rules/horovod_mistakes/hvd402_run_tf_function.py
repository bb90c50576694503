"""An argument of `compile` that TensorFlow 2.0 and 2.1 wanted with Horovod."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import COMPILE
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import Document, EditSet, layout


class RunTfFunction(Rule):
    """Compile models without `experimental_run_tf_function`.

    ## What it does

    Finds `experimental_run_tf_function=` in `compile` of a script that uses Horovod, and removes it.

    ## Why

    TensorFlow 2.0 and 2.1 called Horovod's optimizer only with this argument, so Horovod's examples have it. From 2.2
    on it means nothing, and Keras 3 stops at it.

    ## When it is not offered

    `compile` takes the argument from elsewhere, as in `compile(**arguments)`.

    ## Edit safety

    The conversion stays right with TensorFlow 2.2 and later. A project that still runs 2.0 or 2.1 must keep the argument.
    """

    family = MISTAKES
    code, name = "HVD402", "experimental-run-tf-function"
    title = "Leave out experimental_run_tf_function"
    severity = Severity.INFORMATION
    examples = [
        Example(
            before="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
model.compile(optimizer, "mse", experimental_run_tf_function=False)
""",
            after="""\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
model.compile(optimizer, "mse")
""",
        )
    ]
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", experimental_run_tf_function=False)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the argument where the script uses Horovod."""
        if not initialised_by(script):
            return
        for call in script.calls_to(COMPILE):
            keyword = call.keyword("experimental_run_tf_function")
            if keyword is not None:
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(keyword),
                    "`experimental_run_tf_function` means nothing since TensorFlow 2.2, and Keras 3 stops at it",
                    "leave it out",
                    fix=partial(_fix, call.document, call.node, keyword),
                )


def _fix(document: Document, call: ast.Call, keyword: ast.keyword) -> EditSet:
    return EditSet.of(document, layout.remove_argument(document, call, keyword))
