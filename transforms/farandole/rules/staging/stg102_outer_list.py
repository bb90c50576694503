"""A list or dictionary from outside that a traced function changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Instance, Library
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule
from farandole.rules.staging.reporting import is_from_outside, staged_nodes, violation
from farandole.source.binding import names_in

_CHANGES = frozenset({"append", "extend", "insert", "add", "update", "setdefault"})


class OuterList(Rule):
    """Return what a traced function would put into a list.

    ## What it does

    Finds tensors that a function under `tf.function` puts into a list, dictionary or set made outside of staged code.

    ## Why

    Python's containers change once, when the function is traced. What they hold then is a symbolic tensor: outside of the
    function it can't be used ("is out of scope"), and no later call adds anything.

    ## When it is not offered

    The container may be another object than a list, dictionary or set; what is put in is not surely a tensor; or the
    change stands under a condition on the container itself, as that of a cache.

    ## Edit safety

    Nothing is edited: return the tensor, and put it into the list where the function is called.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG102", "outer-list-at-tracing"
    title = "Return what goes into a list outside"
    reported = [
        """\
import tensorflow as tf

losses = []

@tf.function
def step(x):
    loss = tf.reduce_mean(x)
    losses.append(loss)
    return loss
""",
        """\
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.seen = {}

    @tf.function
    def step(self, x):
        self.seen["loss"] = tf.reduce_mean(x)
        return x
""",
        """\
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.losses = []
        self.pairs = []

    @tf.function
    def step(self, x):
        self.losses += [tf.reduce_mean(x)]
        self.pairs.append(("loss", tf.reduce_mean(x)))
        return x
""",
    ]
    untouched = [
        """\
import tensorflow as tf

losses = []

@tf.function
def step(x):
    parts = []
    for _ in range(3):
        parts.append(tf.reduce_mean(x))
    return tf.stack(parts)

for i in range(3):
    losses.append(step(tf.ones(3)))
""",
        """\
import tensorflow as tf

traces = []
cache = {}

@tf.function
def step(x):
    traces.append(1)
    if "eye" not in cache:
        cache["eye"] = tf.eye(3)
    return x
""",
        """\
import tensorflow as tf

class Counts:
    def __init__(self):
        self.counts = {}

    @tf.function
    def count(self, x):
        number = self.counts.get("all")
        if number is None:
            number = tf.Variable(0.0)
            self.counts["all"] = number
        number.assign_add(tf.reduce_sum(x))
        return x
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find tensors that are put into containers from outside."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            for changed, values in _changes(node):
                parts = [part for each in values for part in _parts(each)]
                tensors = [
                    each
                    for each in parts
                    if script.tensors.is_tensor(member.document, each, member) and not _is_variable(script, each)
                ]
                added = node.value if isinstance(node, ast.AugAssign) else None
                if not tensors or not is_from_outside(script, changed, added) or _is_asked(member, node, changed):
                    continue
                name = member.document.segment(changed)
                what = member.document.segment(tensors[0])
                yield violation(
                    self,
                    member,
                    node,
                    f"`{name}` changes once, {member.when}, and gets a symbolic `{what}` that can't be used outside",
                    f"return `{what}`, and put it into `{name}` where the function is called",
                )


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    match node:
        case ast.Call(ast.Attribute(changed, name), arguments) if name in _CHANGES:
            yield changed, arguments
        case ast.Assign([ast.Subscript(changed)], value):
            yield changed, [value]
        case ast.AugAssign(ast.Attribute() | ast.Subscript() as changed, ast.Add() | ast.BitOr(), value):
            yield changed, [value]


def _is_variable(script: Script, node: ast.expr) -> bool:
    """Say whether a value may be a variable, which stays what it is outside of the function."""
    return any(isinstance(each, Instance) and each.of == Library("tensorflow.Variable") for each in script.values(node))


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """Yield a value, or what a list, tuple, set or dictionary that is written down has in it."""
    match value:
        case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts) | ast.Dict(values=parts):
            for each in parts:
                yield from _parts(each)
        case _:
            yield value


def _is_asked(member: Member, node: ast.AST, changed: ast.expr) -> bool:
    """Say whether a condition around a change asks for what is changed."""
    names = names_in(changed)
    return any(
        isinstance(each, ast.If) and not names.isdisjoint(names_in(each.test))
        for each in member.document.ancestors(node)
    )
