"""A recursion that a tensor's value would end."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.values import Bound, Function
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.control_flow import converted_nodes
from farandole.rules.staging.reporting import violation


class EndlessRecursion(Rule):
    """Write recursion over tensors as a loop.

    ## What it does

    Finds a function under `tf.function`, or called by one, that calls itself, where only conditions on tensors would end it.

    ## Why

    Both branches of a condition on a tensor are traced, so that the function is traced within itself without end: Python
    stops with a RecursionError.

    ## When it is not offered

    A condition on a Python value stands in the function, which may end the recursion while it is traced.

    ## Edit safety

    Nothing is edited: write it as `while`, which becomes a loop of the graph.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG112", "endless-recursion"
    title = "Write the recursion as a loop"
    severity = Severity.ERROR
    reported = [
        """\
import tensorflow as tf

@tf.function
def factorial(n: tf.Tensor):
    if n <= 1:
        return n
    return n * factorial(n - 1)
"""
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def power(x, n):
    if n == 0:
        return tf.ones_like(x)
    if tf.reduce_sum(x) > 0:
        x = -x
    return x * power(x, n - 1)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find functions that call themselves."""
        for member, node in converted_nodes(script):
            if not isinstance(node, ast.Call) or isinstance(member.function, ast.Lambda):
                continue
            callees = [each.member if isinstance(each, Bound) else each for each in script.flow.callees.get(node, ())]
            if len(callees) != 1 or not isinstance(callees[0], Function) or callees[0].site.node is not member.function:
                continue
            tests = [
                each.test for each in own_nodes(member.function) if isinstance(each, ast.If | ast.IfExp | ast.While)
            ]
            if tests and all(script.tensors.decides(member.document, test, member) for test in tests):
                yield violation(
                    self,
                    member,
                    node,
                    f"both branches are traced, so that `{member.function.name}` is traced within itself without end",
                    "write it as a `while` loop",
                )
