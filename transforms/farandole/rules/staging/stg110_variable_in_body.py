"""A variable that every call of a traced function would make."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.nodes import own_nodes
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.frameworks.staging.tensors import words
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.control_flow import stores_of
from farandole.rules.staging.reporting import call_names, staged_nodes, violation
from farandole.source import EditSet, layout
from farandole.source.binding import names_in

_LAYERS = words(
    """Dense Conv1D Conv2D Conv3D Conv1DTranspose Conv2DTranspose Conv3DTranspose DepthwiseConv2D SeparableConv1D
    SeparableConv2D BatchNormalization LayerNormalization GroupNormalization Embedding LSTM GRU SimpleRNN LSTMCell GRUCell
    PReLU MultiHeadAttention EinsumDense LocallyConnected1D LocallyConnected2D"""
)


class VariableInBody(Rule):
    """Make variables outside of the function.

    ## What it does

    Finds `tf.Variable`, layers, optimizers and metrics of Keras that are made in the body of a function under `tf.function`,
    and moves them before the function.

    ## Why

    Each trace of the function would make new variables. TensorFlow stops: "tf.function only supports singleton tf.Variables
    created on the first call".

    ## When it is not offered

    A condition stands around it, as in `if self.v is None`, or it is stored in an attribute. It is reported only where it is
    computed from what the function knows, in a method, and where the function assigns to the variable.

    ## Edit safety

    There is one variable for all calls, which keeps its value from one to the next. Since eager code made a new one each
    time, the edit is to be confirmed.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG110", "variable-in-body"
    title = "Make the variable outside of the function"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def scaled(x):
    factor = tf.Variable(2.0)
    return x * factor
""",
            after="""\
import tensorflow as tf

factor = tf.Variable(2.0)
@tf.function
def scaled(x):
    return x * factor
""",
        )
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def hidden(x):
    return tf.keras.layers.Dense(4)(x)
"""
    ]
    untouched = [
        """\
import tensorflow as tf

class Scale(tf.Module):
    def __init__(self):
        self.factor = None

    @tf.function
    def __call__(self, x):
        if self.factor is None:
            self.factor = tf.Variable(2.0)
        return tf.keras.layers.ReLU()(x) * self.factor

def eager(x):
    return tf.Variable(x)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what makes variables in the body of a staged function."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            if member.function is not member.root.function or not isinstance(node, ast.Call):
                continue
            names = call_names(script, node)
            if not names or not all(_makes_variables(script, name) for name in names) or _is_kept(script, member, node):
                continue
            stmt = _movable(script, member, node)
            what = member.document.segment(node.func)
            yield violation(
                self,
                member,
                node,
                f"`{what}` makes variables at each tracing of `{member.root.name}`: its first call fails",
                "make it once, outside of the function",
                partial(_fix, member, stmt) if stmt is not None else None,
                confirm=f"there is one `{what}` for all calls then" if stmt is not None else "",
            )


def _makes_variables(script: Script, name: str) -> bool:
    module, _, last = name.rpartition(".")
    if name == "tensorflow.Variable" or (module == "tensorflow.keras.layers" and last in _LAYERS):
        return True
    return module in ("tensorflow.keras.optimizers", "tensorflow.keras.metrics") and last[:1].isupper()


def _is_kept(script: Script, member: Member, node: ast.Call) -> bool:
    """Say whether what is made is kept in an object, or made under a condition."""
    for each in member.document.ancestors(node):
        if each is member.function:
            return False
        if isinstance(each, ast.If | ast.IfExp | ast.Try):
            return True
        if isinstance(each, ast.With) and any(
            isinstance(item.context_expr, ast.Call) and "tensorflow.init_scope" in call_names(script, item.context_expr)
            for item in each.items
        ):
            return True
        if isinstance(each, ast.Assign) and any(not isinstance(target, ast.Name) for target in each.targets):
            return True
    return False


def _movable(script: Script, member: Member, node: ast.Call) -> ast.Assign | None:
    """Give the assignment of what is made, if it can stand before the function; else None."""
    document, function = member.document, member.function
    stmt = document.statement(node)
    if not isinstance(stmt, ast.Assign) or stmt.value is not node or isinstance(function, ast.Lambda):
        return None
    scope = script.flow.scopes[function]
    if not any(stmt is each for each in function.body) or isinstance(document.parent(function), ast.ClassDef):
        return None
    match stmt.targets:
        case [ast.Name(name)]:
            outer = scope.parent
            free = outer is not None and outer.home(name) is None and len(stores_of(member, name)) == 1
            inside = any(scope.home(each) is scope for each in names_in(node))
            used = [each for each in own_nodes(function) if isinstance(each, ast.Attribute)]
            assigned = any(
                isinstance(each.value, ast.Name) and each.value.id == name and each.attr.startswith("assign")
                for each in used
            )
            return stmt if free and not inside and not assigned and len(function.body) > 1 else None
    return None


def _fix(member: Member, stmt: ast.Assign) -> EditSet:
    document, function = member.document, member.function
    assert isinstance(function, ast.stmt)
    line = " ".join(document.segment(stmt).split()) if "\n" in document.segment(stmt) else document.segment(stmt)
    return EditSet.of(document, (*layout.insert_before(document, function, [line]), *layout.delete(document, stmt)))
