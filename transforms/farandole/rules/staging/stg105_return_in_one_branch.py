"""A `return` in one branch of the graph only."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.control_flow import branches_on_tensors
from farandole.rules.staging.reporting import violation


class ReturnInOneBranch(Rule):
    """Return in both branches, or in none.

    ## What it does

    Finds a function under `tf.function` whose last statement is an `if` over a tensor that returns a value, without any
    return for the other case.

    ## Why

    Both branches become parts of the graph, and a graph gives one result: TensorFlow stops with "the else branch must also
    have a return statement". In eager code the function gave None in that case.

    ## When it is not offered

    Something is returned in the other case, or the branch returns nothing.

    ## Edit safety

    Nothing is edited: which tensor is given in the other case is for you to say.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG105", "return-in-one-branch"
    title = "Return a tensor in both branches"
    severity = Severity.ERROR
    reported = [
        """\
import tensorflow as tf

@tf.function
def positive(x):
    if tf.reduce_sum(x) > 0:
        return x
"""
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def positive(x, training):
    if tf.reduce_sum(x) > 0:
        return x
    return -x

@tf.function
def either(x):
    if tf.reduce_sum(x) > 0:
        return x
    else:
        return -x

@tf.function
def python(x, training):
    if training:
        return x
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find functions that end with such a branch."""
        for member, branch in branches_on_tensors(script):
            if isinstance(member.function, ast.Lambda) or branch is not member.function.body[-1] or branch.orelse:
                continue
            last = branch.body[-1]
            if isinstance(last, ast.Return) and last.value is not None:
                yield violation(
                    self,
                    member,
                    branch.test,
                    f"`{getattr(member.function, 'name', '')}` returns a tensor only where this condition holds: "
                    "tracing fails",
                    "return a tensor of the same shape and type in the other case, too",
                )
