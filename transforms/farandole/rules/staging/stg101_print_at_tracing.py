"""`print` in a function that `tf.function` traces."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule
from farandole.rules.staging.reporting import call_names, is_for_xla, logs_with, staged_nodes, violation
from farandole.source import EditSet, layout


class PrintAtTracing(Rule):
    """Print tensors with `tf.print`.

    ## What it does

    Finds `print` of a tensor in a function under `tf.function`, and in what such a function calls, and puts `tf.print` in
    its place. Functions of `logging` are reported.

    ## Why

    Python's `print` runs once, when the function is traced, and shows a symbolic tensor such as
    `Tensor("x:0", shape=(3,), dtype=float32)` without its value. `tf.print` is a part of the graph: it runs at every call,
    and shows the value. It writes to the standard error.

    ## When it is not offered

    `jit_compile` asks for XLA, which has no `tf.print`; or
    `print` has keyword arguments other than `sep` and `end`, or formats its tensors itself, as with `%`, `format` or a
    format specification: the text is made at tracing. A `print` of shapes, types or texts is left alone; it says what is
    known at tracing. One whose text speaks of tracing is there to show when that is done.

    ## Edit safety

    The values printed are those of each call. The text is that of `tf.print`, which shortens long tensors.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG101", "print-at-tracing"
    title = "Print tensors with tf.print"
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def norm(x):
    total = tf.reduce_sum(x)
    print("total", total)
    return x / total
""",
            after="""\
import tensorflow as tf

@tf.function
def norm(x):
    total = tf.reduce_sum(x)
    tf.print("total", total)
    return x / total
""",
        ),
        Example(
            before="""\
import tensorflow as tf

def show(loss):
    print(f"loss: {loss}, of {loss.dtype}")

@tf.function
def mean(x):
    loss = tf.reduce_mean(x)
    show(loss)
    return loss
""",
            after="""\
import tensorflow as tf

def show(loss):
    tf.print("loss: ", loss, ", of ", loss.dtype, sep="")

@tf.function
def mean(x):
    loss = tf.reduce_mean(x)
    show(loss)
    return loss
""",
        ),
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def norm(x):
    total = tf.reduce_sum(x)
    print("total %s" % total)
    return x / total
""",
        """\
import logging
import tensorflow as tf

log = logging.getLogger(__name__)

@tf.function
def norm(x):
    total = tf.reduce_sum(x)
    logging.warning("total %s", total)
    log.warning("total %s", total)
    return x / total
""",
        """\
import tensorflow as tf

@tf.function(jit_compile=True)
def norm(x):
    total = tf.reduce_sum(x)
    print("total", total)
    return x / total
""",
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def norm(x):
    print("shape", x.shape, tf.reduce_sum(x).dtype)
    print("Tracing with", tf.reduce_sum(x))
    return x / tf.reduce_sum(x)

def eager(x):
    print(tf.reduce_sum(x))
""",
        """\
import tensorflow as tf

def show(x):
    print(tf.reduce_sum(x))

@tf.function
def norm(x):
    tf.py_function(show, [x], [])
    if tf.executing_eagerly():
        print(tf.reduce_sum(x))
    return x / 2
""",
        """\
import tensorflow as tf

tf.config.run_functions_eagerly(True)

@tf.function
def norm(x):
    print(tf.reduce_sum(x))
    return x
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the calls of `print` with a tensor among what they print."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            if not isinstance(node, ast.Call):
                continue
            prints = call_names(script, node) == {"builtins.print"}
            if not prints and not logs_with(script, node):
                continue
            shown = [each for argument in node.args for each in script.tensors.parts(member.document, argument, member)]
            if not shown or _tells_tracing(node):
                continue
            what = member.document.segment(shown[0])
            arguments = _arguments(script, member, node) if prints and not is_for_xla(member) else None
            called = member.document.segment(node.func)
            yield violation(
                self,
                member,
                node,
                f"`{called}` runs once, {member.when}, and shows `{what}` without its value",
                "print it where the function is called" if is_for_xla(member) else "print it with tf.print",
                partial(_fix, script, member, node, arguments) if arguments is not None else None,
            )


def _tells_tracing(call: ast.Call) -> bool:
    """Say whether a text among what is printed shows that it is there to tell when the function is traced."""
    texts = (node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return any("trac" in text.lower() or "compil" in text.lower() for text in texts)


def _arguments(script: Script, member: Member, call: ast.Call) -> str | None:
    """Give the new arguments of a `print`, empty where they stay; None where the text is made by Python."""
    keywords = {keyword.arg for keyword in call.keywords}
    if not keywords <= {"sep", "end"} or any(isinstance(each, ast.Starred) for each in call.args):
        return None
    if all(_is_whole(script, member, each) for each in call.args):
        return ""
    if len(call.args) == 1 and not keywords and isinstance(call.args[0], ast.JoinedStr):
        return _taken_apart(script, member, call.args[0])
    return None


def _is_whole(script: Script, member: Member, argument: ast.expr) -> bool:
    """Say whether an argument is a tensor, or has none in it."""
    parts = [*script.tensors.parts(member.document, argument, member)]
    return parts in ([], [argument])


def _taken_apart(script: Script, member: Member, text: ast.JoinedStr) -> str | None:
    """Give the parts of an f-string as arguments; None where one is formatted."""
    parts = []
    for each in text.values:
        match each:
            case ast.Constant(str(literal)):
                quoted = literal.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
                if not quoted.isprintable():
                    return None
                parts.append(f'"{quoted}"')
            case ast.FormattedValue(value, -1, None) if _is_whole(script, member, value):
                parts.append(ast.unparse(value))
            case _:
                return None
    return ", ".join([*parts, 'sep=""'])


def _fix(script: Script, member: Member, call: ast.Call, arguments: str) -> EditSet:
    document = member.document
    tf = tensorflow(script, document)
    if arguments:
        return EditSet.of(document, (*layout.replace(document, call, f"{tf.text}.print({arguments})"), *tf.edits))
    return EditSet.of(document, (*layout.replace(document, call.func, f"{tf.text}.print"), *tf.edits))
