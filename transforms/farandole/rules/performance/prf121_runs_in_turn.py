"""Runs of a graph, one after the other, that compute the same twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import found
from farandole.rules.performance.hoisting import alone_on_its_lines, comment_behind, on_one_line
from farandole.rules.rule import Example, Finding, Related, Rule, Status
from farandole.source import Document, EditSet, layout
from farandole.source.binding import names_in


class RunsInTurn(Rule):
    """Fetch in one run what runs after one another compute in common.

    ## What it does

    Finds calls of `run` in statements that follow one another, with the same session and the same feeds, whose fetches
    are computed from common operations. The fix fetches all in the first one.

    ## Why

    Each run computes the whole graph below its fetches, so a loss and a metric in two runs go through the model twice.

    ## When it is not offered

    All that the runs compute must be known, and change nothing: runs that train, draw at random, take the next element of
    a dataset or use operations that the catalogue does not know as pure are left alone. So are feeds that are not the
    same text, or that call something, and results that go elsewhere than to a plain name.

    ## Edit safety

    The values are the same to the last bit on a CPU; the session may choose other kernels for the larger fetch on a GPU.
    It assumes nothing.
    """

    family = INEFFICIENT
    code, name = "PRF121", "runs-in-turn"
    title = "Fetch together what has operations in common"
    examples = [
        Example(
            before="""\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32, [None, 4])
y = tf.matmul(x, tf.Variable(tf.zeros([4, 2])))
loss = tf.reduce_mean(y)
largest = tf.reduce_max(y)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    batch = [[1, 2, 3, 4]]
    l = sess.run(loss, feed_dict={x: batch})  # the loss
    m = sess.run(largest, feed_dict={x: batch})  # the metric
    print(l, m)
""",
            after="""\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32, [None, 4])
y = tf.matmul(x, tf.Variable(tf.zeros([4, 2])))
loss = tf.reduce_mean(y)
largest = tf.reduce_max(y)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    batch = [[1, 2, 3, 4]]
    # the metric
    l, m = sess.run([loss, largest], feed_dict={x: batch})  # the loss
    print(l, m)
""",
        )
    ]
    untouched = [
        """\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32, [None, 4])
y = tf.nn.dropout(tf.matmul(x, tf.Variable(tf.zeros([4, 2]))), 0.5)
loss = tf.reduce_mean(y)
step = tf.train.AdamOptimizer().minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    batch = [[1, 2, 3, 4]]
    a = sess.run(step, feed_dict={x: batch})
    b = sess.run(loss, feed_dict={x: batch})
    c = sess.run(loss, feed_dict={x: batch})
""",
        """\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32, [None, 4])
y = tf.matmul(x, tf.Variable(tf.zeros([4, 2])))
loss = tf.reduce_mean(y)
largest = tf.reduce_max(y)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    batches = iter([[[1, 2, 3, 4]], [[5, 6, 7, 8]]])
    a = sess.run(loss, feed_dict={x: next(batches)})
    b = sess.run(largest, feed_dict={x: next(batches)})
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the first of the runs that follow one another."""
        result = found(script)
        after: dict[ast.AST, ast.AST] = {}
        for first, second in result.rows["run_again"]:
            document = result.document(first)
            if isinstance(first, ast.Call) and isinstance(second, ast.Call) and _alike(document, first, second):
                after[first] = second
        for first in after:
            if first not in after.values():
                yield self._finding(result.document(first), _chain(after, first))

    def _finding(self, document: Document, runs: list[ast.Call]) -> Finding:
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(runs[0]),
            f"{len(runs)} runs, one after the other, compute operations that they have in common",
            "fetch all in one run",
            related=tuple(Related(document, document.span(run), "computes some of it again") for run in runs[1:]),
            fix=partial(_fix, document, runs) if all(_is_simple(document, run) for run in runs) else None,
        )


def _chain(after: dict[ast.AST, ast.AST], first: ast.AST) -> list[ast.Call]:
    found = [first]
    while found[-1] in after:
        found.append(after[found[-1]])
    return [each for each in found if isinstance(each, ast.Call)]


def _alike(document: Document, first: ast.Call, second: ast.Call) -> bool:
    """Say whether two runs are of the same session with the same other arguments, which the first does not give."""
    target = _target(document, first)
    others = [*second.args[1:], *(keyword.value for keyword in second.keywords)]
    given = names_in(*second.args[:1], *others)
    calls = any(isinstance(node, ast.Call | ast.NamedExpr) for each in others for node in ast.walk(each))
    return (
        len(first.args) >= 1
        and len(second.args) >= 1
        and not any(isinstance(each, ast.Starred) for each in (*first.args, *second.args))
        and ast.dump(first.func) == ast.dump(second.func)
        and [ast.dump(each) for each in first.args[1:]] == [ast.dump(each) for each in second.args[1:]]
        and [ast.dump(each) for each in first.keywords] == [ast.dump(each) for each in second.keywords]
        and not calls
        and target is not None
        and target not in given
        and target != _target(document, second)
    )


def _target(document: Document, run: ast.Call) -> str | None:
    match document.statement(run):
        case ast.Assign([ast.Name(name)], value) if value is run:
            return name
    return None


def _is_simple(document: Document, run: ast.Call) -> bool:
    """Say whether a run's statement has its lines for itself, and no line end within a text."""
    texts = (node for node in ast.walk(run) if isinstance(node, ast.Constant | ast.JoinedStr))
    return alone_on_its_lines(document, document.statement(run)) and all(map(on_one_line, texts))


def _fix(document: Document, runs: list[ast.Call]) -> EditSet:
    first, *others = (document.statement(run) for run in runs)
    names = ", ".join(_target(document, run) or "" for run in runs)
    fetched = ", ".join(document.segment(run.args[0]) for run in runs)
    run, fetch = document.span(runs[0]), document.span(runs[0].args[0])
    call = f"{document.text[run.start : fetch.start]}[{fetched}]{document.text[fetch.end : run.end]}"
    margin = " " * first.col_offset
    lines = [line.removeprefix(margin) for line in f"{names} = {call}".splitlines()]
    comments = [comment for statement in others if (comment := comment_behind(document, statement))]
    edits = [
        *(layout.insert_before(document, first, comments) if comments else ()),
        *layout.replace_statement(document, first, lines),
        *(edit for statement in others for edit in layout.delete(document, statement)),
    ]
    return EditSet.of(document, edits)
