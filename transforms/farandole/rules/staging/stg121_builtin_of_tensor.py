"""Functions of Python that need the values of a tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.reporting import call_names, staged_nodes, violation
from farandole.source import EditSet, layout

_OF_ELEMENTS = {"max": "reduce_max", "min": "reduce_min", "any": "reduce_any", "all": "reduce_all"}
_OF_TWO = {"max": "maximum", "min": "minimum"}
_ITERATES = frozenset({"enumerate", "zip", "list", "tuple", "set"})


class BuiltinOfTensor(Rule):
    """Compute with functions of TensorFlow.

    ## What it does

    Finds `max`, `min`, `sum`, `any`, `all`, `bool`, `enumerate`, `zip`, `list`, `tuple` and `set` that are given a tensor in a
    function under `tf.function`, and `in` that looks for one, and puts TensorFlow's function in the place of the first five.

    ## Why

    They go through the elements, or ask which is greater, while the function is traced, when a tensor has no value. TensorFlow
    stops with "Iterating over a symbolic `tf.Tensor` is not allowed" or "Using a symbolic `tf.Tensor` as a Python `bool` is not
    allowed". AutoGraph converts `len`, `range`, `float`, `int`, `abs` and `print`, and loops.

    ## When it is not offered

    What is given is not surely a tensor; `max` of a list of tensors is left alone. What has no counterpart is reported.

    ## Edit safety

    The values are the same; eager code could give a number of Python, where the result is a tensor.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG121", "builtin-of-tensor"
    title = "Compute with a function of TensorFlow"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def clipped(x):
    norm = tf.norm(x)
    return x / max(norm, 1.0)
""",
            after="""\
import tensorflow as tf

@tf.function
def clipped(x):
    norm = tf.norm(x)
    return x / tf.maximum(norm, 1.0)
""",
        ),
        Example(
            before="""\
import tensorflow as tf

@tf.function
def total(x):
    return sum(tf.abs(x))
""",
            after="""\
import tensorflow as tf

@tf.function
def total(x):
    return tf.reduce_sum(tf.abs(x), axis=0)
""",
        ),
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def weighted(x):
    total = 0.0
    for i, each in enumerate(tf.abs(x)):
        total += each
    return total
"""
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def clipped(x, sizes, data):
    parts = [tf.norm(x), tf.norm(x) * 2]
    for i, part in enumerate(parts):
        x = x + part * float(i)
    width = max(x.shape[0], 3)
    return sum(parts) / float(width) + float(len(x)), tf.maximum(tf.norm(x), 1.0)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find functions of Python that are given tensors."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            match node:
                case ast.Call(ast.Name(name), [_, *_] as arguments, []) if call_names(script, node) == {
                    f"builtins.{name}"
                }:
                    tensors = [each for each in arguments if script.tensors.is_tensor(member.document, each, member)]
                    if not tensors or not _needs_values(name, len(arguments)):
                        continue
                    what = member.document.segment(tensors[0])
                    new = _counterpart(member, name, arguments)
                    yield violation(
                        self,
                        member,
                        node,
                        f"`{name}` needs the values of `{what}`, which has none yet {member.when}: tracing fails",
                        f"call {new.partition('(')[0].replace('{}', 'tf')}"
                        if new
                        else "compute it with functions of TensorFlow",
                        partial(_fix, script, member, node, new) if new else None,
                    )
                case ast.Compare(left, [ast.In() | ast.NotIn()], [ast.List() | ast.Tuple() | ast.Set()]):
                    if script.tensors.is_tensor(member.document, left, member):
                        what = member.document.segment(left)
                        yield violation(
                            self,
                            member,
                            node,
                            f"`in` needs the value of `{what}`, which has none yet {member.when}: tracing fails",
                            "use tf.reduce_any(tf.equal(…))",
                        )


def _needs_values(name: str, count: int) -> bool:
    if name in ("sum", "any", "all", "bool"):
        return count == 1
    return name in _OF_TWO or name in _ITERATES


def _counterpart(member: Member, name: str, arguments: list[ast.expr]) -> str:
    """Give the call of TensorFlow, with `{}` for the name of its module, else an empty text."""
    given = [member.document.segment(each) for each in arguments]
    if any("\n" in each or "{" in each for each in given) or any(isinstance(each, ast.Starred) for each in arguments):
        return ""
    match given:
        case [one] if name == "sum":
            return f"{{}}.reduce_sum({one}, axis=0)"
        case [one] if name in _OF_ELEMENTS:
            return f"{{}}.{_OF_ELEMENTS[name]}({one})"
        case [one, other] if name in _OF_TWO:
            return f"{{}}.{_OF_TWO[name]}({one}, {other})"
    return ""


def _fix(script: Script, member: Member, node: ast.Call, new: str) -> EditSet:
    tf = tensorflow(script, member.document)
    return EditSet.of(member.document, (*layout.replace(member.document, node, new.format(tf.text)), *tf.edits))
