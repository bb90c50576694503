"""`assert` and `raise` that depend on a tensor."""

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
from farandole.rules.staging.control_flow import converted_nodes
from farandole.rules.staging.reporting import is_for_xla, violation
from farandole.source import EditSet, layout


class CheckAtTracing(Rule):
    """Check tensors with `tf.debugging.Assert`.

    ## What it does

    Finds `assert` of a tensor, and `raise` under a condition on a tensor, in a function under `tf.function`, and makes them a
    `tf.debugging.Assert`.

    ## Why

    Both branches of a condition on a tensor are traced, so that a `raise` in one is met while the function is traced, whatever
    the values are. `assert` needs the truth of a tensor, which has no value yet. Either way the first call fails.

    ## When it is not offered

    The condition is made of `and`, `or` and `not`, or more stands in the branch: these are reported. So is a
    check under `jit_compile`, since XLA leaves assertions out.

    ## Edit safety

    The check is made at every call. It raises `InvalidArgumentError` with the same text, where eager code raised another class.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG114", "check-at-tracing"
    title = "Check the tensor in the graph"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def root(x):
    assert tf.reduce_min(x) >= 0, "x is negative"
    return tf.sqrt(x)
""",
            after="""\
import tensorflow as tf

@tf.function
def root(x):
    tf.debugging.Assert(tf.reduce_min(x) >= 0, ["x is negative"])
    return tf.sqrt(x)
""",
        ),
        Example(
            before="""\
import tensorflow as tf

@tf.function
def root(x):
    if tf.reduce_min(x) < 0:
        raise ValueError("x is negative")
    return tf.sqrt(x)
""",
            after="""\
import tensorflow as tf

@tf.function
def root(x):
    tf.debugging.Assert(
        tf.logical_not(tf.reduce_min(x) < 0), ["x is negative"]
    )
    return tf.sqrt(x)
""",
        ),
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def root(x):
    total = tf.reduce_min(x)
    if total < 0 and total > -1:
        raise ValueError("x is negative")
    return tf.sqrt(x)
""",
        """\
import tensorflow as tf

@tf.function(jit_compile=True)
def root(x):
    assert tf.reduce_min(x) >= 0.0, "x is negative"
    return tf.sqrt(x)
""",
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def root(x, kind):
    assert x.shape[0] == 3
    assert x is not None
    if kind not in ("a", "b"):
        raise ValueError(kind)
    return tf.sqrt(x)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find assertions of tensors, and branches on tensors that raise."""
        for member, node in converted_nodes(script):
            match node:
                case ast.Assert(test, message) if script.tensors.decides(member.document, test, member):
                    said = f"`assert` needs the value of a tensor {member.when}: tracing fails"
                case ast.If(test, [*_, ast.Raise(exc=raised)]) if script.tensors.decides(member.document, test, member):
                    said = f"the exception is raised {member.when}, whatever the tensor is"
                    message = raised.args[0] if isinstance(raised, ast.Call) and len(raised.args) == 1 else None
                case _:
                    continue
            plain = script.tensors.is_tensor(member.document, test, member) and _is_alone(member, node)
            text = _text(member, message)
            yield violation(
                self,
                member,
                test if isinstance(node, ast.If) else node,
                said,
                "check it where the function is called, since XLA leaves assertions out"
                if is_for_xla(member)
                else "check it with tf.debugging.Assert",
                partial(_fix, script, member, node, test, text) if plain and text and not is_for_xla(member) else None,
            )


def _is_alone(member: Member, node: ast.stmt) -> bool:
    if isinstance(node, ast.If):
        return len(node.body) == 1 and not node.orelse and not member.document.is_elif(node)
    return True


def _text(member: Member, message: ast.expr | None) -> str:
    """Give what an assertion shows: a text without anything computed in it; empty where it isn't one."""
    match message:
        case None:
            return '"assertion failed"'
        case ast.Constant(str()):
            text = member.document.segment(message)
            return text if "\n" not in text else ""
    return ""


def _fix(script: Script, member: Member, node: ast.stmt, test: ast.expr, text: str) -> EditSet:
    document = member.document
    tf = tensorflow(script, document)
    condition = " ".join(document.segment(test).split())
    if isinstance(node, ast.If):
        condition = f"{tf.text}.logical_not({condition})"
    line = f"{tf.text}.debugging.Assert({condition}, [{text}])"
    return EditSet.of(document, (*layout.replace_statement(document, node, [line]), *tf.edits))
