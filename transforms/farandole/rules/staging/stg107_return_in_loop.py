"""A `return` in a loop of the graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.nodes import own_nodes
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.control_flow import (
    Loop,
    converted_nodes,
    is_loop_of_graph,
    is_pure,
    stored,
)
from farandole.rules.staging.reporting import violation
from farandole.source import Document, EditSet, layout
from farandole.source.binding import names_in


class ReturnInLoop(Rule):
    """Leave a loop over tensors by `break`, and return after it.

    ## What it does

    Finds a `return` in a loop over a tensor under `tf.function`, and makes the function return once, after the loop. And a
    `break` or `return` by which a tensor would end a loop of Python, as one over `range(5)` or `while True`.

    ## Why

    AutoGraph makes such a loop one operation of the graph, which can't return from the function: TensorFlow stops with "a
    return statement cannot be placed inside this TensorFlow loop". A loop of Python is unrolled while the function is traced,
    when the tensor can't tell yet how often: "break and return statements which depend on a TF condition are not supported".

    ## When it is not offered

    The loop is not followed by a plain `return` of something that can be computed before it, there are several returns in
    it, or it stands in another loop.

    ## Edit safety

    The result is the same. What is returned in both cases must have one shape and type, which any graph demands.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG107", "return-in-tensor-loop"
    title = "Return once, after the loop"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def first_above(x, limit):
    for i in tf.range(tf.shape(x)[0]):
        if x[i] > limit:
            return x[i]
    return x[0]
""",
            after="""\
import tensorflow as tf

@tf.function
def first_above(x, limit):
    result = x[0]
    for i in tf.range(tf.shape(x)[0]):
        if x[i] > limit:
            result = x[i]
            break
    return result
""",
        )
    ]
    reported = [
        """\
import tensorflow as tf

@tf.function
def first_above(x, limit):
    for i in tf.range(tf.shape(x)[0]):
        if x[i] > limit:
            return x[i]
        if x[i] < -limit:
            return -x[i]
    return x[0]
""",
        """\
import tensorflow as tf

@tf.function
def grown(x):
    for _ in range(5):
        x = x * 2.0
        if tf.reduce_sum(x) > 10.0:
            break
    return x
""",
        """\
import tensorflow as tf

@tf.function
def grown(x):
    while True:
        x = x * 2.0
        if tf.reduce_sum(x) > 10.0:
            break
    return x
""",
        """\
import tensorflow as tf

@tf.function
def first_above(x):
    for limit in [3.0, 2.0, 1.0]:
        if tf.reduce_sum(x) > limit:
            return x * limit
    return x
""",
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function
def first_above(x, limits):
    total = 0.0
    for i in tf.range(tf.shape(x)[0]):
        if x[i] > 1.0:
            break
        total += x[i]
    for limit in limits:
        if limit:
            return total
    for i in range(3):
        if total > 9.0:
            continue
        if i == 2:
            break
        total += 1.0
    return x[0]
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find returns in loops over tensors."""
        for member, node in converted_nodes(script):
            if not isinstance(node, ast.Return | ast.Break):
                continue
            loops = [
                each
                for each in member.document.ancestors(node)
                if isinstance(each, Loop) and member.document.scope(each) is member.function
            ]
            if loops and _is_of_python(script, loops[0]) and _tensor_decides(script, member, node, loops[0]):
                what = "return" if isinstance(node, ast.Return) else "break"
                yield violation(
                    self,
                    member,
                    node,
                    f"a tensor decides on this `{what}` out of a loop that Python unrolls: tracing fails",
                    "make it a loop of the graph, over tf.range or with the tensor as the condition of `while`",
                )
            if isinstance(node, ast.Break) or not any(is_loop_of_graph(script, member, each) for each in loops):
                continue
            last = _last_return(script, member, node, loops)
            yield violation(
                self,
                member,
                node,
                "a `return` can't stand in a loop over tensors: tracing fails",
                "leave the loop by `break`, and return after it",
                partial(_fix, member.document, node, loops[0], last) if last is not None else None,
            )


def _is_of_python(script: Script, loop: Loop) -> bool:
    """Say whether a loop is surely one that Python makes the turns of: over numbers or items that are written, or for ever."""
    match loop:
        case ast.While(ast.Constant(value)):
            return bool(value)
        case ast.For(iter=ast.List() | ast.Tuple()):
            return True
        case ast.For(iter=ast.Call(func, arguments)):
            numbers = [script.constants(each) for each in arguments]
            return script.names_of(func) == {"builtins.range"} and all(
                each and all(isinstance(value, int) for value in each) for each in numbers
            )
    return False


def _tensor_decides(script: Script, member: Member, node: ast.stmt, loop: Loop) -> bool:
    """Say whether a tensor decides if a statement of a loop is reached."""
    for each in member.document.ancestors(node):
        if each is loop:
            return False
        if isinstance(each, ast.If) and script.tensors.decides(member.document, each.test, member):
            return True
    return False


def _last_return(script: Script, member: Member, node: ast.Return, loops: list[Loop]) -> ast.Return | None:
    """Give the return that follows the one loop around another, if both can be made one; else None."""
    loop = loops[0]
    block = member.document.block(loop)
    index = next(position for position, each in enumerate(block) if each is loop)
    last = block[index + 1] if index + 1 < len(block) else None
    returns = [each for each in own_nodes(member.function) if isinstance(each, ast.Return)]
    fits = (
        len(loops) == 1
        and len(returns) == 2  # noqa: PLR2004
        and isinstance(last, ast.Return)
        and last.value is not None
        and node.value is not None
        and not loop.orelse
        and "result" not in {name for each in ast.walk(member.function) for name in names_in(each)}
        and "result" not in {each.arg for each in ast.walk(member.function) if isinstance(each, ast.arg)}
        and is_pure(script, last.value)
        and names_in(last.value).isdisjoint(stored([loop]))
    )
    return last if fits and isinstance(last, ast.Return) else None


def _fix(document: Document, node: ast.Return, loop: ast.stmt, last: ast.Return) -> EditSet:
    assert node.value is not None
    assert last.value is not None
    return EditSet.of(
        document,
        (
            *layout.insert_before(document, loop, [f"result = {document.segment(last.value)}"]),
            *layout.replace_statement(document, node, [f"result = {document.segment(node.value)}", "break"]),
            *layout.replace(document, last.value, "result"),
        ),
    )
