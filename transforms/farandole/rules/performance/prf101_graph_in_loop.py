"""Nodes of a graph that are made in the loop that runs them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, found
from farandole.rules.performance.hoisting import before_loop
from farandole.rules.rule import Example, Finding, Related, Rule, Status


class GraphInLoop(Rule):
    """Make the nodes of a graph once, before the loop that runs them.

    ## What it does

    Finds operations of TensorFlow 1 that are made in a loop and fetched by a `run` in the same loop. When what they are
    made from is the same in each turn, the fix puts them before the outermost loop for which that holds.

    ## Why

    In a graph, `tf.add(x, 1)` computes nothing: it adds a node. In a loop the graph grows with each turn, and the session
    prepares the whole of it anew for each `run`, so that turns become slower and slower and memory runs out. 150 turns
    of `sess.run(tf.add(x, 1))` take some twenty times as long as with a node that is made once.

    ## When it is not offered

    It is not found in a loop that begins a new graph, and when the operation is made in a function that the loop calls.
    Only reported is an operation that is made from what the loop changes, which wants a placeholder; one that draws at
    random; one whose arguments could not all be followed; one under a `with` in the loop, which may name the graph or the
    device; and one that stands on several lines.

    ## Edit safety

    The values are the same to the last bit. The names that TensorFlow gives to nodes that are not named change. It
    assumes nothing.
    """

    family = INEFFICIENT
    code, name = "PRF101", "graph-in-loop"
    title = "Make nodes of a graph before the loop that runs them"
    examples = [
        Example(
            before="""\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for step in range(100):
        print(sess.run(tf.add(x, 1), feed_dict={x: step}))  # grows
""",
            after="""\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    add = tf.add(x, 1)
    for step in range(100):
        print(sess.run(add, feed_dict={x: step}))  # grows
""",
        ),
        Example(
            before="""\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for epoch in range(10):
        for step in range(100):
            y = tf.square(x)  # the sum comes later
            print(sess.run(y, feed_dict={x: step}))
""",
            after="""\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    y = tf.square(x)  # the sum comes later
    for epoch in range(10):
        for step in range(100):
            print(sess.run(y, feed_dict={x: step}))
""",
        ),
    ]
    reported = [
        """\
import tensorflow.compat.v1 as tf
a = tf.placeholder(tf.float32)
b = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for x in [a, b]:
        print(sess.run(tf.add(x, 1), feed_dict={x: 2}))
""",
        """\
import tensorflow.compat.v1 as tf
rate = tf.Variable(0.1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100):
        sess.run(tf.assign(rate, 0.1 / (step + 1)))
""",
        """\
import tensorflow.compat.v1 as tf
with tf.Session() as sess:
    for step in range(100):
        print(sess.run(tf.random_normal([2])))
""",
        """\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for step in range(100):
        with tf.device("/cpu:0"):
            print(sess.run(tf.add(x, 1), feed_dict={x: step}))
""",
    ]
    untouched = [
        """\
import tensorflow.compat.v1 as tf
for fold in range(5):
    with tf.Graph().as_default(), tf.Session() as sess:
        print(sess.run(tf.add(1, fold)))
""",
        """\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32)
y = tf.add(x, 1)
with tf.Session() as sess:
    for step in range(100):
        print(sess.run(y, feed_dict={x: step}))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find each operation once, whichever loops and runs it is in."""
        result = found(script)
        for node in dict.fromkeys(node for node, _, _ in result.rows["grown"]):
            yield self._finding(result, node)

    def _finding(self, result: Found, node: ast.AST) -> Finding:
        document = result.document(node)
        loops = [loop for each, loop, _ in result.rows["grown"] if each is node]
        varying = [loop for each, loop, _ in result.rows["grown_from"] if each is node]
        outer = min(loops, key=lambda loop: document.span(loop).start)
        free = [loop for loop in loops if loop not in varying]
        certain = not any(each is node for each, _ in result.rows["grown_doubt"])
        fix = (
            before_loop(document, node, min(free, key=lambda loop: document.span(loop).start), result.new_name)
            if free and certain
            else None
        )
        shown = " ".join(document.segment(node).split())
        advice = "make it before the loop"
        if fix is None:
            advice = (
                "make it before the loop, from a `tf.placeholder` in the place of what changes, and feed that to `run`"
            )
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(node),
            f"`{shown}` adds a node to the graph in each turn, instead of computing",
            advice,
            related=(Related(document, document.span(outer), "the loop"),),
            fix=fix,
        )
