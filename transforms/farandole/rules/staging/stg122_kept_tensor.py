"""A tensor of the graph that a traced function keeps in an attribute."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TENSORFLOW
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.kept import kept_tensors
from farandole.rules.staging.reporting import violation


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
        for member, node, what, read in kept_tensors(script, Stage.TF_FUNCTION):
            yield violation(
                self,
                member,
                node,
                f"`{what}` is set once, {member.when}, to a tensor of the graph, which {read} can't use",
                "return the tensor, or keep it in a tf.Variable",
            )
