"""A tensor of the graph that a traced function keeps in an attribute."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Instance, Library
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.frameworks.staging.tensors import STATIC
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.reporting import staged_nodes, violation


class KeptTensor(Rule):
    """Return a tensor that is needed outside.

    ## What it does

    Finds a tensor that a function under `tf.function` stores in an attribute, where code that is not staged reads the attribute.

    ## Why

    The attribute is set once, when the function is traced, to a symbolic tensor of its graph. Whoever computes with it outside gets
    "cannot be accessed from here, because it was defined in FuncGraph, which is out of scope"; no later call changes it.

    ## When it is not offered

    The attribute is read in staged code alone, or is a `tf.Variable`, or only its shape or type is asked for.

    ## Edit safety

    Nothing is edited: return the tensor, or keep it in a `tf.Variable` by `assign`.
    """

    family = STAGED_TENSORFLOW
    code, name = "STG122", "kept-tensor-of-graph"
    title = "Return the tensor that is needed outside"
    severity = Severity.ERROR
    reported = [
        """\
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.last = None

    @tf.function
    def step(self, x):
        self.last = tf.reduce_mean(x)
        return x * 2

    def report(self):
        return self.last + 1

trainer = Trainer()
trainer.step(tf.ones(3))
"""
    ]
    untouched = [
        """\
import tensorflow as tf

class Trainer:
    def __init__(self):
        self.last = None
        self.factor = None

    @tf.function
    def step(self, x):
        self.last = tf.reduce_mean(x)
        if self.factor is None:
            self.factor = tf.Variable(2.0)
        return self.scaled()

    def scaled(self):
        return self.last * self.factor

    def report(self):
        return self.last.shape, self.factor + 1

trainer = Trainer()
trainer.step(tf.ones(3))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find tensors in attributes that other code reads."""
        for member, node in staged_nodes(script, Stage.TF_FUNCTION):
            match node:
                case ast.Assign([ast.Attribute(ast.Name("self"), name) as target], value):
                    if not script.tensors.is_tensor(member.document, value, member):
                        continue
                case _:
                    continue
            kept = {each for each in script.values(value) if isinstance(each, Instance) and not _is_variable(each)}
            read = _line_of_read(script, name, kept)
            if read:
                what = member.document.segment(target)
                yield violation(
                    self,
                    member,
                    node,
                    f"`{what}` is set once, {member.when}, to a tensor of the graph, which line {read} can't use",
                    "return the tensor, or keep it in a tf.Variable",
                )


def _is_variable(value: Instance) -> bool:
    return not isinstance(value.of, Library) or value.of.name.startswith("tensorflow.Variable")


def _line_of_read(script: Script, name: str, kept: set[Instance]) -> int:
    """Give the line where code that is not staged computes with a tensor by an attribute's name; 0 where none does."""
    staged = {member.function for member in script.staging.members(*Stage)}
    for document in script.documents:
        for node in document.nodes(ast.Attribute):
            if node.attr != name or not isinstance(node.ctx, ast.Load) or document.scope(node) in staged:
                continue
            around = document.parent(node)
            is_asked = isinstance(around, ast.Attribute) and around.attr in STATIC
            if not is_asked and not kept.isdisjoint(script.values(node)):
                return node.lineno
    return 0
