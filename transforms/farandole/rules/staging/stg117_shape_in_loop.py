"""A tensor that gets another shape in each turn of a loop of the graph."""

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
from farandole.rules.staging.control_flow import Loop, bound_before, loops_of_graph
from farandole.rules.staging.reporting import call_names, violation
from farandole.source import EditSet, layout

_MAKES = frozenset({"tensorflow.zeros", "tensorflow.ones", "tensorflow.fill", "tensorflow.random.normal"})
_OPTIONS = "tensorflow.autograph.experimental.set_loop_options"


class ShapeInLoop(Rule):
    """Say which tensor changes its shape in a loop over tensors.

    ## What it does

    Finds a tensor of known shape to which a loop over a tensor or a dataset under `tf.function` joins more by `tf.concat`, and
    tells AutoGraph the shape that it may have.

    ## Why

    AutoGraph makes such a loop one operation of the graph, in which each variable has one shape. TensorFlow stops with "has
    shape (1,) before the loop, but shape (2,) after one iteration".

    ## When it is not offered

    The shape before the loop is not written in numbers, or the loop has options of its own.

    ## Edit safety

    The values are the same. What is computed from the tensor does not know its length while it is traced.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG117", "shape-changes-in-tensor-loop"
    title = "Tell the loop that the shape changes"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def doubled(x):
    found = tf.zeros((0, 2))
    for i in tf.range(tf.shape(x)[0]):
        found = tf.concat([found, x[i : i + 1] * 2], axis=0)
    return found
""",
            after="""\
import tensorflow as tf

@tf.function
def doubled(x):
    found = tf.zeros((0, 2))
    for i in tf.range(tf.shape(x)[0]):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(found, tf.TensorShape([None, 2]))]
        )
        found = tf.concat([found, x[i : i + 1] * 2], axis=0)
    return found
""",
        )
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function(input_signature=[tf.TensorSpec([None])])
def doubled(x):
    found = x
    sides = tf.zeros((1,))
    for i in tf.range(3):
        found = tf.concat([found, x], axis=0)
    for i in range(3):
        sides = tf.concat([sides, x], axis=0)
    return found, sides
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what grows in loops of the graph."""
        for member, loop in loops_of_graph(script):
            if any(isinstance(each, ast.Call) and _OPTIONS in call_names(script, each) for each in ast.walk(loop)):
                continue
            for node in ast.walk(loop):
                growth = _growth(script, member, loop, node)
                if growth is not None:
                    yield violation(
                        self,
                        member,
                        growth.stmt,
                        f"`{growth.name}` has another shape after each turn of this loop, which has one for it: tracing fails",
                        "tell it by tf.autograph.experimental.set_loop_options, or collect the parts in a tf.TensorArray",
                        partial(_fix, script, member, loop, growth),
                    )


@dataclass(frozen=True)
class _Growth:
    """A statement that joins something to a tensor; `shape` has the numbers of its shape as they are written, or None."""

    name: str
    stmt: ast.Assign
    shape: tuple[str, ...]


def _growth(  # noqa: PLR0911
    script: Script, member: Member, loop: Loop, node: ast.AST
) -> _Growth | None:
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(func, [ast.List(parts) | ast.Tuple(parts), *rest], keywords)):
            if script.names_of(func) != {"tensorflow.concat"}:
                return None
        case _:
            return None
    if not any(isinstance(each, ast.Name) and each.id == name for each in parts):
        return None
    given = [*rest[:1], *(each.value for each in keywords if each.arg == "axis")]
    made = bound_before(member, loop, name)
    dimensions = _dimensions(script, made) if made is not None else None
    if dimensions is None or len(given) != 1:
        return None
    axis = _number(given[0])
    if axis is None or not -len(dimensions) <= axis < len(dimensions):
        return None
    axis %= len(dimensions)
    if dimensions[axis] == "None":
        return None
    return _Growth(name, node, (*dimensions[:axis], "None", *dimensions[axis + 1 :]))


def _dimensions(script: Script, value: ast.expr) -> list[str] | None:
    """Give the shape of a new tensor: numbers that are written, and `None` for others; None where it is not written."""
    match value:
        case ast.Call(func, [ast.Tuple(sizes) | ast.List(sizes), *_]) if sizes and script.names_of(func) <= _MAKES:
            if not script.names_of(func) or any(isinstance(each, ast.Starred) for each in sizes):
                return None
            return ["None" if _number(each) is None else str(_number(each)) for each in sizes]
    return None


def _number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(int(value)) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            return -value
    return None


def _fix(script: Script, member: Member, loop: Loop, growth: _Growth) -> EditSet:
    tf = tensorflow(script, member.document)
    shape = f"{tf.text}.TensorShape([{', '.join(growth.shape)}])"
    options = f"{tf.text}.autograph.experimental.set_loop_options(shape_invariants=[({growth.name}, {shape})])"
    return EditSet.of(member.document, (*layout.insert_before(member.document, loop.body[0], [options]), *tf.edits))
