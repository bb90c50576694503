"""A name that one branch of the graph binds and the other does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.control_flow import bound_in_one_branch, branches_on_tensors, zeros_for
from farandole.rules.staging.reporting import violation
from farandole.source import EditSet, layout


class OneBranch(Rule):
    """Bind in both branches what is read after them.

    ## What it does

    Finds an `if` over a tensor under `tf.function` that binds a name in one of its branches only, where the name is read
    after it, and binds the name before.

    ## Why

    Both branches become parts of the graph, and must give the same names: TensorFlow stops with "must also be initialized
    in the else branch". In eager code the name was missing only where the branch was not taken.

    ## When it is not offered

    The name gets its value by more than one plain assignment, or its value can't be computed before the branch. A branch that
    returns, raises or leaves a loop is left alone, and so is a name that is bound before.

    ## Edit safety

    Where the condition is false, the name is zeros of the same shape and type, where eager code would have failed. Therefore
    the edit is to be confirmed.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG104", "bound-in-one-branch"
    title = "Bind the name before the branch"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def scaled(x):
    if tf.reduce_sum(x) > 0:
        y = x * 2
    return y
""",
            after="""\
import tensorflow as tf

@tf.function
def scaled(x):
    y = tf.zeros_like(x)
    if tf.reduce_sum(x) > 0:
        y = x * 2
    return y
""",
        )
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def scaled(x):
    if tf.reduce_sum(x) > 0:
        y = x
        y = y + 1
    return y
"""
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def scaled(x, training):
    if training:
        factor = 2.0
    if tf.reduce_sum(x) > 0:
        y = x * 2
        x = y + 1
    if tf.reduce_sum(x) > 1:
        z = x
    elif tf.reduce_sum(x) > 2:
        z = x * 2
    else:
        z = x * 3
    w = x
    if tf.reduce_sum(x) > 3:
        w = z
    return x + z + w
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find names that one branch binds and code after it reads."""
        for member, branch in branches_on_tensors(script):
            for name in bound_in_one_branch(script, member, branch):
                zeros = zeros_for(script, member, branch, name)
                yield violation(
                    self,
                    member,
                    branch.test,
                    f"`{name}` is bound in one branch of this condition on a tensor, and read after it: tracing fails",
                    f"bind `{name}` before the condition, or in both branches",
                    partial(_fix, script, member, branch, name, zeros) if zeros else None,
                    confirm=f"where the condition is false, `{name}` is zeros, where eager code fails" if zeros else "",
                )


def _fix(script: Script, member: Member, branch: ast.If, name: str, zeros: str) -> EditSet:
    document = member.document
    tf = tensorflow(script, document)
    line = f"{name} = {tf.text}.zeros_like({zeros})"
    return EditSet.of(document, (*layout.insert_before(document, branch, [line]), *tf.edits))
