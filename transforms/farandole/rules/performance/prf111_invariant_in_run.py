"""Products of matrices that each run in a loop computes anew from the same feeds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, found
from farandole.rules.performance.runs import FixedRun, computed_before, fixed_run
from farandole.rules.rule import Example, Finding, Related, Rule, Status
from farandole.source import Document, EditSet


class InvariantInRun(Rule):
    """Run once what each run in a loop computes from the same feeds.

    ## What it does

    Finds products of matrices in a graph of TensorFlow 1 that are computed from placeholders and constants alone, and
    used together with a variable, where a loop runs the graph with the same feeds in each turn. The fix runs them once
    before the loop, and feeds their values.

    ## Why

    The graph does not know that the next run is fed the same, so it computes them in each. It is Listing 2 of the HARP
    paper.

    ## When it is not offered

    The feeds must be a dictionary of names for names that the loop uses for nothing else, and the products must have names
    of their own. It is not found where what is computed draws at random, reads a variable, or is not known to the
    catalogue.

    ## Edit safety

    The values are the same to the last bit on a CPU. It assumes nothing.
    """

    family = INEFFICIENT
    code, name = "PRF111", "invariant-in-run"
    title = "Run once what is computed from the same feeds"
    examples = [
        Example(
            before="""\
import numpy as np
import tensorflow.compat.v1 as tf
A = tf.Variable(tf.zeros([9, 9]))
D = tf.placeholder(tf.float32, [9, 9])
X = tf.placeholder(tf.float32, [9, 9])
t1 = tf.matmul(D, X)
t2 = tf.matmul(D, tf.transpose(D))
R = tf.subtract(t1, tf.matmul(t2, A))
L = tf.assign(A, R)
matrix, data = np.eye(9), np.eye(9)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(30):
        result = sess.run(L, feed_dict={D: matrix, X: data})
""",
            after="""\
import numpy as np
import tensorflow.compat.v1 as tf
A = tf.Variable(tf.zeros([9, 9]))
D = tf.placeholder(tf.float32, [9, 9])
X = tf.placeholder(tf.float32, [9, 9])
t1 = tf.matmul(D, X)
t2 = tf.matmul(D, tf.transpose(D))
R = tf.subtract(t1, tf.matmul(t2, A))
L = tf.assign(A, R)
matrix, data = np.eye(9), np.eye(9)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    fixed = dict(
        zip([t1, t2], sess.run([t1, t2], feed_dict={D: matrix, X: data}))
    )
    for i in range(30):
        result = sess.run(L, feed_dict=fixed)
""",
        )
    ]
    untouched = [
        """\
import numpy as np
import tensorflow.compat.v1 as tf
w = tf.Variable(tf.zeros([9, 9]))
x = tf.placeholder(tf.float32, [9, 9])
m = tf.placeholder(tf.float32, [9, 9])
y = tf.add(tf.matmul(x, m), w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    matrix = np.eye(9)
    for batch in np.ones((30, 9, 9)):
        print(sess.run(y, feed_dict={x: batch, m: matrix}))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the products of each run, together."""
        result = found(script)
        products: dict[tuple[ast.AST, ast.AST], list[ast.AST]] = {}
        distributed = {row[-1] for row in result.rows["product_in_run"]}  # PRF112 has these
        for node, loop, run in result.rows["fixed_product"]:
            if run in distributed:
                continue
            products.setdefault((run, loop), []).append(node)
        for (run, loop), nodes in products.items():
            if isinstance(run, ast.Call) and isinstance(loop, ast.stmt):
                yield from self._findings(result, run, loop, nodes)

    def _findings(self, result: Found, run: ast.Call, loop: ast.stmt, nodes: list[ast.AST]) -> Iterator[Finding]:
        document = result.document(run)
        fixed = fixed_run(result.script, document, run, loop)
        named = [(name, node) for node in nodes if (name := _name_of(document, node)) is not None]
        if fixed is None or not named:
            return
        shown = ", ".join(f"`{name}`" for name, _ in named)
        places = (Related(document, document.span(node), f"`{name}`, from the feeds alone") for name, node in named)
        yield Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(run),
            f"each turn computes {shown} anew from the same feeds",
            "run that once before the loop, and feed its value",
            related=tuple(places),
            fix=partial(_fix, fixed, named, result.new_name(document, run, "fixed")),
        )


def _name_of(document: Document, node: ast.AST) -> str | None:
    """Give the name that stands for a node alone, in the file of its run."""
    try:
        statement = document.statement(node)
    except (KeyError, ValueError):
        return None
    match statement:
        case ast.Assign([ast.Name(name)], value) if value is node:
            bound = [
                each
                for each in ast.walk(document.tree)
                if isinstance(each, ast.Name) and each.id == name and not isinstance(each.ctx, ast.Load)
            ]
            return name if len(bound) == 1 else None
    return None


def _fix(fixed: FixedRun, named: list[tuple[str, ast.AST]], values: str) -> EditSet:
    known = [node for _, node in named if isinstance(node, ast.expr)]
    return EditSet.of(fixed.document, computed_before(fixed, [name for name, _ in named], known, values))
