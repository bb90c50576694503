"""A comprehension over a tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.reporting import staged_nodes, violation


class Comprehension(Rule):
    """Map over the elements of a tensor in the graph.

    ## What it does

    Finds comprehensions over a tensor in a function under `tf.function`.

    ## Why

    AutoGraph converts loops over tensors, but no comprehensions: TensorFlow stops with "Iterating over a symbolic `tf.Tensor` is
    not allowed".

    ## When it is not offered

    What is gone through is not surely a tensor; over a list of tensors a comprehension is right.

    ## Edit safety

    Nothing is edited: compute with the whole tensor, or use `tf.map_fn` or `tf.unstack`.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG115", "comprehension-over-tensor"
    title = "Map over the tensor in the graph"
    severity = Severity.ERROR
    reported = [
        """\
import tensorflow as tf

@tf.function
def doubled(x):
    y = tf.abs(x)
    return tf.stack([each * 2 for each in y])
"""
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def doubled(x):
    parts = [tf.abs(x), tf.square(x)]
    return tf.stack([each * 2 for each in parts] + [each for each in tf.unstack(x)])
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find comprehensions that go through a tensor."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
                for each in node.generators:
                    if script.tensors.is_tensor(member.document, each.iter, member):
                        what = member.document.segment(each.iter)
                        yield violation(
                            self,
                            member,
                            node,
                            f"a comprehension can't go through the tensor `{what}` {member.when}: tracing fails",
                            "compute with the whole tensor, or use tf.map_fn or tf.unstack",
                        )
