"""Graphs of fixed shapes that XLA could compile."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.facts.graph import Graph
from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.horovod.names import tensorflow
from farandole.rules.performance.found import Found, found
from farandole.rules.rule import Assumption, Example, Finding, Rule, Severity, Status
from farandole.source import Document, EditSet, layout


class UncompiledGraph(Rule):
    """Compile a graph of fixed shapes with XLA.

    ## What it does

    Finds functions under `@tf.function` that are straight-line code of known operations, and whose tensor arguments have the
    same known shapes wherever the script calls them. The fix adds `jit_compile=True`.

    ## Why

    A graph runs one kernel for each operation, and writes each result to memory. With fixed shapes XLA compiles the
    function once, and fuses operations on elements into one pass.

    ## When it is not offered

    It is not found in functions with branches, loops, indexes, or calls of anything else than operations that are known to
    compute from their arguments alone, nor where a shape is not known: XLA compiles anew for each. It is information: what
    it gains depends on the machine, and products of large matrices gain nothing.

    ## Edit safety

    XLA may compute sums in another order: results differ in the last bits. It assumes that the shapes stay as the script
    has them. The edit asks to be confirmed.
    """

    family = INEFFICIENT
    code, name = "PRF153", "uncompiled-graph"
    title = "Compile the graph with XLA"
    severity = Severity.HINT
    tolerance = 1e-5
    examples = [
        Example(
            before="""\
import tensorflow as tf

@tf.function
def gelu(x):
    return 0.5 * x * (1.0 + tf.tanh(0.8 * (x + 0.04 * x * x * x)))

print(gelu(tf.ones([256, 1024])))
""",
            after="""\
import tensorflow as tf

@tf.function(jit_compile=True)
def gelu(x):
    return 0.5 * x * (1.0 + tf.tanh(0.8 * (x + 0.04 * x * x * x)))

print(gelu(tf.ones([256, 1024])))
""",
        )
    ]
    untouched = [
        """\
import tensorflow as tf

@tf.function(jit_compile=True)
def gelu(x):
    return 0.5 * x * (1.0 + tf.tanh(0.8 * (x + 0.04 * x * x * x)))

print(gelu(tf.ones([256, 1024])))
""",
        # two shapes
        """\
import tensorflow as tf

@tf.function
def gelu(x):
    return 0.5 * x * (1.0 + tf.tanh(0.8 * (x + 0.04 * x * x * x)))

print(gelu(tf.ones([256, 1024])))
print(gelu(tf.ones([128, 1024])))
""",
        """\
import tensorflow as tf

@tf.function
def shown(x):
    print(x)
    return 0.5 * x * (1.0 + tf.tanh(0.8 * x))

print(shown(tf.ones([256, 1024])))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the decorator of each such function."""
        result = found(script)
        for (function,) in result.rows["plain_graph"]:
            if isinstance(function, ast.FunctionDef) and len(function.decorator_list) == 1:
                yield from self._findings(result, result.document(function), function)

    def _findings(self, result: Found, document: Document, function: ast.FunctionDef) -> Iterator[Finding]:
        script = result.script
        decorator = function.decorator_list[0]
        is_bare = isinstance(decorator, ast.Attribute) and "tensorflow.function" in script.names_of(decorator)
        names = {each.arg for each in function.args.args}
        graph = Graph(script)
        uses = [
            each
            for statement in function.body
            for each in ast.walk(statement)
            if isinstance(each, ast.Name) and each.id in names and isinstance(each.ctx, ast.Load)
        ]
        known = bool(uses) and all(graph.is_tensor(each) and graph.shape(each) is not None for each in uses)
        if not is_bare or not known:
            return
        assumed = Assumption(
            document,
            document.span(function.args.args[0]),
            "assumes that the shapes of the arguments stay as they are",
            Speculation.ELEMENTS,
        )
        yield Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(decorator),
            f"`{function.name}` has fixed shapes and known operations alone, which XLA compiles into few kernels",
            "add `jit_compile=True`, and measure",
            related=(assumed,),
            confirm=f"it {assumed.message}",
            fix=partial(_fix, script, document, decorator),
        )


def _fix(script: Script, document: Document, decorator: ast.expr) -> EditSet:
    tf = tensorflow(script, document)
    return EditSet.of(
        document, [*tf.edits, *layout.replace(document, decorator, f"{tf.text}.function(jit_compile=True)")]
    )
