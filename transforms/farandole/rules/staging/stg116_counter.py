"""A number of Python that a traced function counts up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule
from farandole.rules.staging.counters import Counted, counted, is_counted_item, reads
from farandole.rules.staging.reporting import staged_nodes, violation
from farandole.source import Document, EditSet, layout


class Counter(Rule):
    """Count in a `tf.Variable`.

    ## What it does

    Finds `self.steps += 1` and the like in a function under `tf.function`, where the attribute, global or outer name is a number,
    and makes that number a `tf.Variable`; and numbers in dictionaries and lists from outside.

    ## Why

    Python counts once, when the function is traced; the next calls leave the number as it is, and use it as it was.

    ## When it is not offered

    The attribute or name may hold something else than a number, or is called after tracing, which it counts. It is reported only where the number gets other values, or is
    read where Python may need it.

    ## Edit safety

    The variable counts every call. It is read in the staged function, printed, or compared in the places that read it.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG116", "counter-at-tracing"
    title = "Count in a tf.Variable"
    examples = [
        Example(
            before="""\
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.steps = 0

    @tf.function
    def step(self, x):
        self.steps += 1
        return x * 2

trainer = Trainer()
trainer.step(tf.ones(3))
print(trainer.steps)
""",
            after="""\
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.steps = tf.Variable(0, trainable=False)

    @tf.function
    def step(self, x):
        self.steps.assign_add(1)
        return x * 2

trainer = Trainer()
trainer.step(tf.ones(3))
print(trainer.steps)
""",
        )
    ]
    reported = [
        """\
import tensorflow as tf

steps = 0

@tf.function
def step(x):
    global steps
    steps += 1
    return x

while steps < 10:
    step(tf.ones(3))
""",
        """\
import tensorflow as tf

seen = {"steps": 0}

@tf.function
def step(x):
    seen["steps"] += 1
    return x
""",
    ]
    untouched = [
        """\
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.steps = tf.Variable(0)
        self.epoch = 0

    @tf.function
    def step(self, x):
        self.steps.assign_add(1)
        total = 0
        total += 1
        parts = {"size": 0}
        parts["size"] += 2
        return x * total * parts["size"]

    def fit(self, x):
        self.epoch += 1
        return self.step(x)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find numbers from outside that staged functions change."""
        for each in counted(script, Stage.TF_FUNCTION):
            made = each.made_in_init()
            fixed = made is not None and all(_is_printed(script, *read) for read in reads(script, each))
            yield violation(
                self,
                each.member,
                each.node,
                f"`{each.what}` changes once, {each.member.when}, not at every call",
                "count in a tf.Variable, or where the function is called",
                partial(_fix, script, each) if fixed else None,
            )
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            what = member.document.segment(node.target) if isinstance(node, ast.AugAssign) else ""
            if what and "trac" not in what.lower() and is_counted_item(script, node):
                yield violation(
                    self,
                    member,
                    node,
                    f"`{what}` changes once, {member.when}, not at every call",
                    "count in a tf.Variable, or where the function is called",
                )


def _is_printed(script: Script, document: Document, read: ast.Attribute) -> bool:
    around = document.parent(read)
    return isinstance(around, ast.Call) and script.names_of(around.func) == {"builtins.print"}


def _fix(script: Script, each: Counted) -> EditSet:
    [made] = each.numbers
    tf = tensorflow(script, made.document)
    node, document = each.node, each.member.document
    method = "assign_add" if isinstance(node.op, ast.Add) else "assign_sub"
    line = f"{document.segment(node.target)}.{method}({document.segment(node.value)})"
    number = made.document.segment(made.value)
    variable = layout.replace(made.document, made.value, f"{tf.text}.Variable({number}, trainable=False)")
    return EditSet.union(
        [
            EditSet.of(made.document, (*variable, *tf.edits)),
            EditSet.of(document, layout.replace_statement(document, node, [line])),
        ]
    )
