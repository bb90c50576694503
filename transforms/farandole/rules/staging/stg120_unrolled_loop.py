"""A long loop of Python, which is unrolled while a function is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.nodes import own_nodes
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule
from farandole.rules.staging.control_flow import bound_before, converted_nodes, leaves, read_after, stored, within
from farandole.rules.staging.reporting import violation
from farandole.source import EditSet, layout

_MANY = 100


class UnrolledLoop(Rule):
    """Make a long loop one operation of the graph.

    ## What it does

    Finds `for … in range(…)` of a hundred turns or more in a function under `tf.function`, with tensors computed in its body, and
    puts `tf.range` in the place of `range`.

    ## Why

    Python decides such a loop while the function is traced: its body is put into the graph once for each turn. A thousand turns of
    one multiplication took 2,002 nodes and 2.6 s to trace; with `tf.range` 18 nodes and 0.3 s.

    ## When it is not offered

    The number of turns is not written in the loop. It is reported only where the loop's variable is used by Python, where
    something but tensors goes from one turn to the next, and where the loop is left early.

    ## Edit safety

    The results are the same. A tensor that goes from one turn to the next must keep its shape, which is not known for certain:
    therefore the edit is to be confirmed.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG120", "loop-unrolled-by-tracing"
    title = "Loop in the graph with tf.range"
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def grown(x):
    total = tf.zeros_like(x)
    for _ in range(1000):
        total = total + x * 0.001
    return total
""",
            after="""\
import tensorflow as tf

@tf.function
def grown(x):
    total = tf.zeros_like(x)
    for _ in tf.range(1000):
        total = total + x * 0.001
    return total
""",
        )
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def powers(x):
    found = []
    for i in range(100):
        found.append(tf.square(x) * i)
    return tf.stack(found)
"""
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def grown(x, turns):
    for _ in range(10):
        x = tf.square(x)
    for _ in range(turns):
        x = tf.square(x)
    names = [str(i) for i in range(1000)]
    return x, len(names)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find long loops of Python over numbers."""
        for member, node in converted_nodes(script):
            match node:
                case ast.For(ast.Name(), ast.Call(ast.Name("range") as called, arguments, [])) as loop:
                    turns = _turns(arguments)
                case _:
                    continue
            if turns < _MANY or script.names_of(called) != {"builtins.range"} or not _computes(script, member, loop):
                continue
            ready = _is_ready(script, member, loop)
            yield violation(
                self,
                member,
                loop.iter,
                f"the body of this loop is put into the graph {turns} times, {member.when}",
                "loop in the graph with tf.range",
                partial(_fix, script, member, called) if ready else None,
                confirm="the tensors that go from one turn to the next must keep their shapes" if ready else "",
            )


def _turns(arguments: list[ast.expr]) -> int:
    """Give the turns of a `range` that is written in numbers; 0 for others."""
    numbers = [each.value for each in arguments if isinstance(each, ast.Constant) and type(each.value) is int]
    complete = 0 < len(numbers) == len(arguments) <= 3 and numbers[2:] != [0]  # noqa: PLR2004
    return len(range(*numbers)) if complete else 0


def _computes(script: Script, member: Member, loop: ast.For) -> bool:
    values = (each.value for each in _within(loop) if isinstance(each, ast.Assign | ast.AugAssign | ast.Expr))
    return any(any(script.tensors.parts(member.document, each, member)) for each in values)


def _within(loop: ast.For) -> Iterator[ast.AST]:
    for stmt in loop.body:
        yield stmt
        yield from own_nodes(stmt)


def _is_ready(script: Script, member: Member, loop: ast.For) -> bool:
    """Say whether a loop can be one of the graph: it only assigns, and what it keeps are tensors already."""
    target = loop.target
    assert isinstance(target, ast.Name)
    if loop.orelse or leaves(loop.body) or read_after(member, loop, target.id):
        return False
    if not all(isinstance(each, ast.Assign | ast.AugAssign) for each in loop.body):
        return False
    if any(isinstance(each, ast.Name) and each.id == target.id for stmt in loop.body for each in ast.walk(stmt)):
        return False
    for name in stored(loop.body):
        before = bound_before(member, loop, name)
        if before is None or not script.tensors.is_tensor(member.document, before, member):
            return False
    return not any(
        isinstance(each, ast.For | ast.While) and within(member, loop, each) for each in own_nodes(member.function)
    )


def _fix(script: Script, member: Member, called: ast.Name) -> EditSet:
    tf = tensorflow(script, member.document)
    return EditSet.of(member.document, (*layout.replace(member.document, called, f"{tf.text}.range"), *tf.edits))
