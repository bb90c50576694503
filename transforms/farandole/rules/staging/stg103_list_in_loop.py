"""A list that grows in a loop of the graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.control_flow import Loop, converted_nodes, is_loop_of_graph, read_after, stores_of, within
from farandole.rules.staging.reporting import call_names, is_for_xla, violation
from farandole.source import EditSet, layout
from farandole.source.binding import names_in

_STACKS = frozenset({"tensorflow.stack", "tensorflow.convert_to_tensor"})


class ListInLoop(Rule):
    """Collect the results of a loop over tensors in a `tf.TensorArray`.

    ## What it does

    Finds a list that grows in a loop over a tensor under `tf.function` and is read after it, and makes it a `tf.TensorArray`.

    ## Why

    AutoGraph makes such a loop one operation of the graph, whose body is traced once. The list gets one symbolic tensor
    that exists only inside the loop, and TensorFlow stops with "is out of scope" where it is read.

    ## When it is not offered

    The list is read otherwise than by one `tf.stack` or `tf.convert_to_tensor`, grows in several places, or no type of its
    elements can be told from the text.

    ## Edit safety

    The stacked result is that of the list. All elements must have the same shape, as for `tf.stack`.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG103", "list-in-tensor-loop"
    title = "Collect the results of a loop in a TensorArray"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def squares(x):
    found = []
    for i in tf.range(tf.shape(x)[0]):
        found.append(x[i] * x[i])
    return tf.stack(found)
""",
            after="""\
import tensorflow as tf

@tf.function
def squares(x):
    found = tf.TensorArray(x.dtype, size=0, dynamic_size=True)
    for i in tf.range(tf.shape(x)[0]):
        found = found.write(found.size(), x[i] * x[i])
    return found.stack()
""",
        )
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def squares(x):
    found = []
    for i in tf.range(tf.shape(x)[0]):
        found.append(tf.square(x[i]))
    return found[0]
"""
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def squares(x):
    found = []
    for i in range(3):
        found.append(tf.square(x[i]))
    for i in tf.range(3):
        inner = []
        inner.append(tf.square(x[i]))
        x += tf.stack(inner)
    return tf.stack(found)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find lists that grow in loops over tensors."""
        for member, node in converted_nodes(script):
            match node:
                case ast.Call(ast.Attribute(ast.Name(name), "append"), [value]):
                    growth = _growth(script, member, node, name)
                    if growth is None or not _is_of_loop(script, member, value, growth.loop):
                        continue
                    dtype = _dtype(script, member, value, growth.made)
                    ready = dtype and growth.stacked is not None
                    yield violation(
                        self,
                        member,
                        node,
                        f"`{name}` gets one symbolic tensor of this loop, which can't be read after it",
                        "collect them in a tf.TensorArray",
                        partial(_fix, script, member, node, growth, dtype)
                        if ready and not is_for_xla(member)
                        else None,
                    )


@dataclass(frozen=True)
class _Growth:
    """A list that grows in a loop: where it is made, and the one call that stacks it."""

    made: ast.Assign
    loop: Loop
    stacked: ast.Call | None


def _growth(script: Script, member: Member, call: ast.Call, name: str) -> _Growth | None:
    document = member.document
    stores = stores_of(member, name)
    made = document.statement(stores[0]) if len(stores) == 1 else None
    if not isinstance(made, ast.Assign) or not (isinstance(made.value, ast.List) and not made.value.elts):
        return None
    around = [
        each
        for each in document.ancestors(call)
        if isinstance(each, Loop) and not within(member, made, each) and within(member, each, member.function)
    ]
    loop = next((each for each in around if is_loop_of_graph(script, member, each)), None)
    if loop is None:
        return None
    reads = read_after(member, around[-1], name)
    if not reads:
        return None
    uses = [node for node in ast.walk(member.function) if isinstance(node, ast.Name) and node.id == name]
    parent = document.parent(reads[0])
    stacks = isinstance(parent, ast.Call) and not call_names(script, parent).isdisjoint(_STACKS)
    alone = len(uses) == len(stores) + 1 + 1 and stacks and len(getattr(parent, "args", [])) == 1
    plain = isinstance(document.parent(call), ast.Expr) and not getattr(parent, "keywords", [])
    return _Growth(made, loop, parent if alone and plain and isinstance(parent, ast.Call) else None)


def _is_of_loop(script: Script, member: Member, value: ast.expr, loop: Loop) -> bool:
    """Say whether a value is surely a tensor, or is computed with the variable of the loop."""
    targets = names_in(loop.target) if isinstance(loop, ast.For) else set()
    reads = names_in(value)
    return script.tensors.is_tensor(member.document, value, member) or not reads.isdisjoint(targets)


def _dtype(  # noqa: PLR0911
    script: Script, member: Member, value: ast.expr, made: ast.Assign
) -> str:
    """Give the text of the type of a tensor's elements, as it can be told where the list is made; else an empty one."""
    match value:
        case ast.Subscript(inner) | ast.UnaryOp(ast.USub(), inner):
            return _dtype(script, member, inner, made)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            sides = {_dtype(script, member, each, made) for each in (left, right) if not isinstance(each, ast.Constant)}
            return sides.pop() if len(sides) == 1 else ""
        case ast.Call(args=[_, ast.Attribute() as chosen]) if "tensorflow.cast" in call_names(script, value):
            return member.document.segment(chosen)
        case ast.Call(args=[inner, *_]) if call_names(script, value) & _KEEP_TYPE:
            return _dtype(script, member, inner, made)
        case ast.Name(name):
            stores = stores_of(member, name)
            is_parameter = name in {each.arg for each in member.function.args.args}
            start = member.document.span(made).start
            if is_parameter and not stores:
                return f"{name}.dtype"
            before = stores and all(member.document.span(each).start < start for each in stores)
            if before and script.tensors.is_tensor(member.document, value, member):
                return f"{name}.dtype"
    return ""


_KEEP_TYPE = frozenset(
    f"tensorflow.{name}"
    for name in ("square", "abs", "sqrt", "exp", "reduce_sum", "reduce_mean", "reduce_max", "tanh", "math.square")
)


def _fix(script: Script, member: Member, call: ast.Call, growth: _Growth, dtype: str) -> EditSet:
    document = member.document
    tf = tensorflow(script, document)
    name = document.segment(growth.made.targets[0])
    stacked = growth.stacked
    assert stacked is not None
    assert isinstance(call.func, ast.Attribute)
    return EditSet.of(
        document,
        (
            *layout.replace(document, growth.made.value, f"{tf.text}.TensorArray({dtype}, size=0, dynamic_size=True)"),
            *layout.replace(document, call.func, f"{name} = {name}.write"),
            *layout.add_argument(document, call, f"{name}.size()", first=True),
            *layout.replace(document, stacked, f"{name}.stack()"),
            *tf.edits,
        ),
    )
