"""Lambdas that AutoGraph can't tell from one another."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.control_flow import converted_nodes
from farandole.rules.staging.reporting import violation


class LambdaNotConverted(Rule):
    """Give a function a name that AutoGraph is to convert.

    ## What it does

    Finds a lambda under `tf.function` in which a tensor decides, with another lambda of the same parameters on its line.

    ## Why

    AutoGraph reads a lambda's text, which it finds by its line and its parameters. Where two of them fit, it converts none and
    says so in its log alone. Then the tensor is asked for its truth: "Using a symbolic `tf.Tensor` as a Python `bool` is not
    allowed".

    ## When it is not offered

    No tensor decides in the lambda: it is traced as it is, with the same result.

    ## Edit safety

    Nothing is edited: write a function with a name, or one lambda a line.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG123", "lambda-not-converted"
    title = "Give the function a name"
    severity = Severity.ERROR
    reported = [
        """\
import tensorflow as tf

rectify, double = tf.function(lambda x: x if tf.reduce_sum(x) > 0 else -x), tf.function(lambda x: x * 2)
"""
    ]
    untouched = [
        """\
import tensorflow as tf

rectify = tf.function(lambda x: x if tf.reduce_sum(x) > 0 else -x)
double, halve = tf.function(lambda x: x * 2), tf.function(lambda x: x / 2)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find decisions by tensors in lambdas that share their line."""
        for member, node in converted_nodes(script):
            if not isinstance(member.function, ast.Lambda) or not isinstance(node, ast.IfExp | ast.BoolOp):
                continue
            test = node.test if isinstance(node, ast.IfExp) else node
            if script.tensors.decides(member.document, test, member) and _has_twin(member, member.function):
                yield violation(
                    self,
                    member,
                    member.function,
                    "AutoGraph can't tell this lambda from the other on its line, and converts neither: tracing fails",
                    "write a function with a name",
                )
                break


def _has_twin(member: Member, function: ast.Lambda) -> bool:
    parameters = ast.unparse(function.args)
    return any(
        each is not function and each.lineno == function.lineno and ast.unparse(each.args) == parameters
        for each in member.document.nodes(ast.Lambda)
    )
