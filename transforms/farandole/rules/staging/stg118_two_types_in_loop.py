"""A number that is an integer before a loop of the graph and a fraction in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.control_flow import bound_before, loops_of_graph
from farandole.rules.staging.fractions import as_fraction, is_fraction
from farandole.rules.staging.reporting import violation


class TwoTypesInLoop(Rule):
    """Give a number one type before a loop and in it.

    ## What it does

    Finds an integer before a loop over a tensor or a dataset under `tf.function` to which the loop adds fractions, and writes it
    as a fraction.

    ## Why

    AutoGraph makes such a loop one operation of the graph, in which each variable has one type. TensorFlow stops with "Input 'y'
    of 'AddV2' Op has type float32 that does not match type int32", or "has dtype int32 before the loop, but dtype float32 after
    one iteration". To Python both are numbers.

    ## When it is not offered

    It is not sure that the loop adds fractions of 32 bits, as with a parameter.

    ## Edit safety

    The number is the same. Where the loop has no turn, it is a fraction, where eager code gives an integer.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG118", "two-types-in-tensor-loop"
    title = "Write the number before the loop as a fraction"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

loss = tf.keras.losses.MeanSquaredError()

@tf.function
def mean_loss(batches):
    total = 0
    for x, y in batches:
        total += loss(y, x)
    return total

data = tf.data.Dataset.from_tensor_slices((tf.ones(4), tf.zeros(4))).batch(2)
print(mean_loss(data))
""",
            after="""\
import tensorflow as tf

loss = tf.keras.losses.MeanSquaredError()

@tf.function
def mean_loss(batches):
    total = 0.0
    for x, y in batches:
        total += loss(y, x)
    return total

data = tf.data.Dataset.from_tensor_slices((tf.ones(4), tf.zeros(4))).batch(2)
print(mean_loss(data))
""",
        ),
        Example(
            before="""\
import tensorflow as tf

@tf.function
def noise(count):
    total = 0
    for _ in tf.range(tf.abs(count)):
        part = tf.random.normal(())
        total = total + tf.square(part)
    return total
""",
            after="""\
import tensorflow as tf

@tf.function
def noise(count):
    total = 0.0
    for _ in tf.range(tf.abs(count)):
        part = tf.random.normal(())
        total = total + tf.square(part)
    return total
""",
        ),
        Example(
            before="""\
import tensorflow as tf

@tf.function
def halvings(x):
    found = 0
    while tf.reduce_sum(x) > 1.0:
        x = x / 2.0
        found += 0.5
    return found
""",
            after="""\
import tensorflow as tf

@tf.function
def halvings(x):
    found = 0.0
    while tf.reduce_sum(x) > 1.0:
        x = x / 2.0
        found += 0.5
    return found
""",
        ),
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def counted(x):
    total, number = 0.0, 0
    whole = 0
    half = 0
    for i in tf.range(3):
        total += tf.random.normal(())
        number += 1
        whole += x[i]
        half = 0.5
        total += half
    unrolled = 0
    for _ in range(3):
        unrolled += tf.random.normal(())
    return total, number, whole, unrolled
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find integers before loops that add fractions to them."""
        for member, loop in loops_of_graph(script):
            for node in ast.walk(loop):
                match node:
                    case ast.AugAssign(ast.Name(name), ast.Add() | ast.Sub() | ast.Mult(), value):
                        pass
                    case ast.Assign([ast.Name(name)], value):
                        pass
                    case _:
                        continue
                before = bound_before(member, loop, name)
                match before:
                    case ast.Constant(int(number)) if not isinstance(number, bool) and (
                        is_fraction(script, member, value) or _is_written(node, name)
                    ):
                        yield violation(
                            self,
                            member,
                            before,
                            f"`{name}` is an integer before the loop in {member.document.place_of(loop, member.document)} "
                            "and a fraction in it: tracing fails",
                            f"write {number}.0",
                            partial(as_fraction, member, before),
                        )


def _is_written(node: ast.AugAssign | ast.Assign, name: str) -> bool:
    """Say whether a statement computes a number from itself and a fraction that is written down."""
    parts = [*ast.walk(node.value)]
    plain = all(
        isinstance(each, ast.BinOp | ast.operator | ast.Constant | ast.Name | ast.expr_context) for each in parts
    )
    names = {each.id for each in parts if isinstance(each, ast.Name)}
    itself = names == {name} if isinstance(node, ast.Assign) else names <= {name}
    return plain and itself and any(isinstance(each, ast.Constant) and type(each.value) is float for each in parts)
