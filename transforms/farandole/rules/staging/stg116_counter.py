"""A number of Python that a traced function counts up."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from farandole.analysis.def_use import Assignment, Definition
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Example, Finding, Rule
from farandole.rules.staging.reporting import staged_nodes, violation
from farandole.source import Document, EditSet, layout


class Counter(Rule):
    """Count in a `tf.Variable`.

    ## What it does

    Finds `self.steps += 1` and the like in a function under `tf.function`, where the attribute, global or outer name is a number,
    and makes that number a `tf.Variable`.

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
"""
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
        return x * total

    def fit(self, x):
        self.epoch += 1
        return self.step(x)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find numbers from outside that staged functions change."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            if not isinstance(node, ast.AugAssign) or not isinstance(node.op, ast.Add | ast.Sub):
                continue
            definitions = _definitions(script, member, node.target)
            made = [each for each in definitions if not _is_augmented(each)]
            numbers = [each for each in made if isinstance(each, Assignment) and _is_number(each)]
            if not made or len(numbers) != len(made):
                continue
            what = member.document.segment(node.target)
            if "trac" in what.lower():
                continue  # it counts how often the function is traced
            fixed = _fixable(script, member, node, numbers, definitions)
            yield violation(
                self,
                member,
                node,
                f"`{what}` changes once, {member.when}, not at every call",
                "count in a tf.Variable, or where the function is called",
                partial(_fix, script, member, node, numbers[0]) if fixed else None,
            )


def _definitions(script: Script, member: Member, target: ast.expr) -> Sequence[Definition]:
    """Give all that defines what a staged function changes, if it is an attribute of `self` or an outer name."""
    match target:
        case ast.Attribute(ast.Name("self"), name):
            return script.def_use.attributes.get(name, ())
        case ast.Name(name):
            scope = script.flow.scopes[member.function]
            if name in scope.global_names or name in scope.nonlocal_names:
                home = scope.home(name)
                return script.def_use.names.get((home, name), ()) if home is not None else ()
    return ()


def _is_augmented(definition: Definition) -> bool:
    return isinstance(definition.document.parent(definition.target), ast.AugAssign)


def _is_number(definition: Assignment) -> bool:
    value = definition.value
    return isinstance(value, ast.Constant) and type(value.value) in (int, float) and not definition.part


def _fixable(
    script: Script, member: Member, node: ast.AugAssign, numbers: list[Assignment], definitions: Sequence[Definition]
) -> bool:
    """Say whether a counter of an object can be a variable: made once, counted here alone, read by `print` alone."""
    target, step = node.target, node.value
    if len(numbers) != 1 or len(definitions) != 2 or not isinstance(target, ast.Attribute):  # noqa: PLR2004
        return False
    if not isinstance(step, ast.Constant) or type(step.value) is not type(numbers[0].value.value):  # type: ignore[attr-defined]
        return False
    maker = numbers[0].document.scope(numbers[0].target)
    if getattr(maker, "name", "") != "__init__" or not isinstance(
        numbers[0].document.parent(numbers[0].target), ast.Assign
    ):
        return False
    reads = [
        (document, each)
        for document in script.documents
        for each in ast.walk(document.tree)
        if isinstance(each, ast.Attribute) and each.attr == target.attr and isinstance(each.ctx, ast.Load)
    ]
    return all(_is_printed(script, document, each) for document, each in reads)


def _is_printed(script: Script, document: Document, read: ast.Attribute) -> bool:
    around = document.parent(read)
    return isinstance(around, ast.Call) and script.names_of(around.func) == {"builtins.print"}


def _fix(script: Script, member: Member, node: ast.AugAssign, made: Assignment) -> EditSet:
    tf = tensorflow(script, made.document)
    document = member.document
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
