"""A generator that is staged."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.nodes import own_nodes
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.reporting import violation


class StagedGenerator(Rule):
    """Stage what a generator computes, not the generator.

    ## What it does

    Finds `yield` in a function that `tf.function` decorates.

    ## Why

    The function gives a generator, which is no tensor: TensorFlow stops with "Python functions must return zero or more Tensors".

    ## When it is not offered

    The generator is called by a staged function and is not staged itself: Python runs it while the other is traced.

    ## Edit safety

    Nothing is edited: stage the function that the generator calls for each item, or make it a `tf.data` pipeline.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG113", "staged-generator"
    title = "Stage what the generator computes"
    severity = Severity.ERROR
    reported = [
        """\
import tensorflow as tf

@tf.function
def halves(x):
    yield x / 2
    yield x / 4
"""
    ]
    untouched = [
        """\
import tensorflow as tf

def halves(x):
    yield x / 2
    yield x / 4

@tf.function
def total(x):
    return tf.add_n(list(halves(x)))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find generators that are staged themselves."""
        for member in script.staging.members(Stage.TF_FUNCTION):
            if member.function is not member.root.function:
                continue
            for node in own_nodes(member.function):
                if isinstance(node, ast.Yield | ast.YieldFrom):
                    yield violation(
                        self,
                        member,
                        node,
                        f"`{member.root.name}` gives a generator, which no graph can return: its first call fails",
                        "stage the function that computes one item",
                    )
                    break
