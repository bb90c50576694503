"""Restriction 5 on TensorFlow code, as far as it stands: the optimizer of a training must be found."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule


class OptimizerUnknown(Rule):
    """The optimizer that trains a model must be created in the project.

    ## What it does

    Names a training whose optimizer can't be found: the model is compiled outside the project's files, or its
    optimizer is hidden in `**arguments`.

    ## Why

    An optimizer (or its tape) that is not wrapped leaves each process with a model of its own, so a conversion without
    it would be wrong.

    ## When it is not offered

    Aliases, optimizers created under a condition, by a function, in another module, given by name or loaded with the
    model are found, and not reported.

    ## Edit safety

    Nothing is edited; the script is not converted until its author shows the optimizer.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD205", "optimizer-not-found"
    title = "Create the optimizer where it can be seen"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]], [[2.0]])
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
from settings import compile_arguments
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(**compile_arguments)
model.fit([[1.0]], [[2.0]])
""",
            because="HVD205",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the steps that look for an optimizer raise it."""
        yield from ()
