"""Tensors of the graph that are asked for their value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.reporting import call_names, staged_nodes, unwrapped, violation
from farandole.source import EditSet, layout

_EAGER = frozenset({"numpy", "item", "tolist"})
_SAME = {
    "numpy.sqrt": "sqrt",
    "math.sqrt": "sqrt",
    "numpy.exp": "exp",
    "math.exp": "exp",
    "numpy.log": "math.log",
    "math.log": "math.log",
    "numpy.abs": "abs",
    "math.fabs": "abs",
    "numpy.square": "square",
    "numpy.sin": "sin",
    "math.sin": "sin",
    "numpy.cos": "cos",
    "math.cos": "cos",
    "numpy.tanh": "tanh",
    "math.tanh": "tanh",
    "numpy.sum": "reduce_sum",
    "numpy.max": "reduce_max",
    "numpy.min": "reduce_min",
    "numpy.prod": "reduce_prod",
    "numpy.zeros_like": "zeros_like",
    "numpy.ones_like": "ones_like",
}
"""Functions of Python and NumPy, and those of TensorFlow that do the same with one tensor."""


class LeftGraph(Rule):
    """Keep tensors in the graph.

    ## What it does

    Finds `.numpy()`, `.item()` and `.tolist()` of what a function under `tf.function` computes or is given, and functions of
    NumPy and `math` that are given a tensor there; takes the first away, and puts TensorFlow's function in the place of the
    others.

    ## Why

    While a function is traced, a tensor has no value yet. TensorFlow stops: "'Tensor' object has no attribute 'numpy'",
    "Cannot convert a symbolic tf.Tensor to a numpy array", "must be real number, not Tensor".

    ## When it is not offered

    The object may be one from outside of the function, whose value is known, or the function of NumPy has no counterpart that
    takes the same single argument. What can do nothing with a tensor keeps its `.numpy()` and is reported.

    ## Edit safety

    The values are the same. What the function returns is a tensor.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG108", "value-of-traced-tensor"
    title = "Keep the tensor in the graph"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def scaled(x):
    total = tf.reduce_sum(x)
    return x / total.numpy()
""",
            after="""\
import tensorflow as tf

@tf.function
def scaled(x):
    total = tf.reduce_sum(x)
    return x / total
""",
        ),
        Example(
            before="""\
import numpy as np
import tensorflow as tf

@tf.function
def scaled(x):
    return x / np.sqrt(tf.reduce_sum(x))
""",
            after="""\
import numpy as np
import tensorflow as tf

@tf.function
def scaled(x):
    return x / tf.sqrt(tf.reduce_sum(x))
""",
        ),
    ]
    reported = [
        """\
import numpy as np
import tensorflow as tf

@tf.function
def ranks(x):
    y = tf.abs(x)
    order = y.numpy().tolist()
    return np.percentile(y, 50)
""",
        """\
import numpy as np
import tensorflow as tf

@tf.function
def share(x):
    y = tf.abs(x)
    return np.mean(y.numpy() > 1.0)
""",
    ]
    untouched = [
        """\
import numpy as np
import tensorflow as tf

LIMIT = tf.constant(3.0)

def shown(x):
    return x.numpy()

@tf.function
def scaled(x):
    limit = LIMIT.numpy()
    side = np.sqrt(x.shape[0])
    [total] = tf.py_function(shown, [x], [tf.float32])
    return x / side * limit / total

print(scaled(tf.ones(3)).numpy())
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what asks a traced tensor for its value."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            match node:
                case ast.Call(ast.Attribute(value, name), [], []) if name in _EAGER:
                    if _is_traced(script, member, value):
                        what = member.document.segment(value)
                        yield violation(
                            self,
                            member,
                            node,
                            f"`{what}` has no value yet {member.when}: `.{name}()` fails",
                            f"compute with `{what}` itself",
                            partial(unwrapped, member, node, value) if _takes_tensor(script, member, node) else None,
                        )
                case ast.Call(func, [argument, *rest]) if (names := call_names(script, node)) and len(names) == 1:
                    [name] = names
                    if not _needs_value(name) or not script.tensors.is_tensor(member.document, argument, member):
                        continue
                    same = _SAME.get(name) if not rest and not node.keywords else None
                    what = member.document.segment(argument)
                    called = member.document.segment(func)
                    yield violation(
                        self,
                        member,
                        node,
                        f"`{what}` has no value yet {member.when}: `{called}` fails",
                        f"call tf.{same}" if same else "compute it with functions of TensorFlow",
                        partial(_replace, script, member, node, same) if same else None,
                    )


def _needs_value(name: str) -> bool:
    """Say whether a function needs the value of what it is given: those of `math`, and those of NumPy for arrays."""
    module, _, last = name.rpartition(".")
    shapes = ("shape", "ndim", "size", "dtype", "result_type", "iscomplexobj", "isscalar")
    return module == "math" or (module == "numpy" and last[:1].islower() and last not in shapes)


def _is_traced(script: Script, member: Member, value: ast.expr) -> bool:
    """Say whether an expression is surely a tensor that the staged function computes or is given."""
    if isinstance(value, ast.Name):
        home = script.scope(member.document, value).home(value.id)
        if home is None or not isinstance(home.node, FunctionNode) or home.node is not member.function:
            return False
    elif not isinstance(value, ast.Call | ast.BinOp | ast.Subscript):
        return False
    return script.tensors.is_tensor(member.document, value, member)


def _takes_tensor(script: Script, member: Member, node: ast.expr) -> bool:
    """Say whether what stands around an expression takes a tensor as well: a return, a function of TensorFlow, arithmetic.

    Arithmetic that something else is given, as a function of NumPy, gives a tensor to that.
    """
    around = member.document.parent(node)
    match around:
        case ast.BinOp(ast.Constant() | ast.JoinedStr(), ast.Mod(), _):
            return False
        case ast.BinOp() | ast.Compare():
            outer = member.document.parent(around)
            return not isinstance(outer, ast.Call | ast.BinOp | ast.Compare) or _takes_tensor(script, member, around)
        case ast.Return():
            return True
        case ast.Call():
            names = call_names(script, around)
            return bool(names) and all(name.startswith("tensorflow.") for name in names)
    return False


def _replace(script: Script, member: Member, node: ast.Call, same: str) -> EditSet:
    tf = tensorflow(script, member.document)
    return EditSet.of(member.document, (*layout.replace(member.document, node.func, f"{tf.text}.{same}"), *tf.edits))
