"""An optimizer that counts its steps must not take two of them in one run of a session."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import may_follow
from farandole.analysis.points_to.values import Instance, Library
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizer_steps import step_optimizers
from farandole.frameworks.tensorflow.optimizers import innermost
from farandole.frameworks.tensorflow.session_runs import run_together
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Related, Rule

_COUNTING = ("AdamOptimizer", "AdamWOptimizer", "AdaMaxOptimizer", "LazyAdamOptimizer", "NadamOptimizer")
"""The classes of TensorFlow 1 that keep powers of their decay rates, which each of their steps multiplies."""


class AppliedAtOnce(Rule):
    """Two train ops of one Adam optimizer must not be run at once.

    ## What it does

    Names a train op that a `run` of a session runs together with another one of the same optimizer, where that is of a
    kind that counts its steps, as Adam does.

    ## Why

    Nothing orders the two: TensorFlow takes one of the steps first, in each process the one that happens to be ready.
    The other one reads the powers of the decay rates as the first has left them, or as they were before, so that
    the processes take steps of other sizes, and their models differ. (In a single process the script does not
    give the same result twice.)

    ## When it is not offered

    The train ops are run by two calls, or one call runs the one or the other, such as that of a parameter; one of them
    stands under `tf.control_dependencies` of the other; an `if` makes the one or the other; they have an optimizer each,
    or one that counts nothing, such as `tf.train.GradientDescentOptimizer`.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD238", "applied-at-once"
    title = "Apply the gradients by one call, or give each train op an optimizer of its own"
    untouched = [
        """\
import tensorflow as tf
v, w = tf.Variable(1.0), tf.Variable(1.0)
optimizer = tf.train.AdamOptimizer(0.1)
first = optimizer.minimize(w * w, var_list=[w])
second = optimizer.minimize(v * v, var_list=[v])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(first)
    sess.run(second)
""",
        """\
import tensorflow as tf
v, w = tf.Variable(1.0), tf.Variable(1.0)
optimizer = tf.train.AdamOptimizer(0.1)
first = optimizer.minimize(w * w, var_list=[w])
with tf.control_dependencies([first]):
    second = optimizer.minimize(v * v, var_list=[v])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run([first, second])
""",
        """\
import tensorflow as tf
v, w = tf.Variable(1.0), tf.Variable(1.0)
optimizer = tf.train.AdamOptimizer(0.1)
first = optimizer.minimize(w * w, var_list=[w])
second = optimizer.minimize(v * v, var_list=[v])
def train(sess, train_op, loss):
    sess.run([train_op, loss])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    train(sess, first, w)
    for op in (first, second):
        sess.run(op)
""",
        """\
import sys
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.AdamOptimizer(0.1)
if len(sys.argv) > 1:
    pairs = [(tf.clip_by_norm(each, 1.0), variable) for each, variable in optimizer.compute_gradients(w * w)]
    train_op = optimizer.apply_gradients(pairs)
else:
    train_op = optimizer.minimize(w * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
        """\
import tensorflow as tf
v, w = tf.Variable(1.0), tf.Variable(1.0)
first = tf.train.AdamOptimizer(0.1).minimize(w * w, var_list=[w])
second = tf.train.AdamOptimizer(0.1).minimize(v * v, var_list=[v])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run([first, second])
""",
        """\
import tensorflow as tf
v, w = tf.Variable(1.0), tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
both = tf.group(optimizer.minimize(w * w, var_list=[w]), optimizer.minimize(v * v, var_list=[v]))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(both)
""",
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
v, w = tf.Variable(1.0), tf.Variable(1.0)
optimizer = tf.train.AdamOptimizer(0.1)
shared = optimizer.compute_gradients(w * w * v, [v])
own = optimizer.compute_gradients(w * w * v, [w])
train_op = tf.group(optimizer.apply_gradients(own), optimizer.apply_gradients(shared))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD238",
        ),
        Refused(
            """\
import tensorflow as tf
v, w = tf.Variable(1.0), tf.Variable(1.0)
optimizer = tf.train.AdamOptimizer(0.1)
first = optimizer.minimize(w * w, var_list=[w])
second = optimizer.minimize(v * v, var_list=[v])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run([first, second])
""",
            because="HVD238",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the train ops of one counting optimizer that are run together."""
        for training in script.trainings:
            if training.pattern not in GRAPHS:
                continue
            seen: set[Call] = set()
            for first, second in run_together(script, training):
                if second in seen or not _are_both_made(script, first, second):
                    continue
                if not _have_one_optimizer(script, first, second):
                    continue
                seen.add(second)
                message = (
                    f"{second.document.quote(second.node.func)} takes a step while another one of the same optimizer is "
                    "taken, in an order that each process has by chance"
                )
                related = (Related(first.document, first.document.span(first.node), "the other step"),)
                yield Refusal(self, message, related=related).finding("HVD104", second.document, second.node, training)


def _are_both_made(script: Script, first: Call, second: Call) -> bool:
    """Say whether a script may make both of two train ops: they don't stand in two branches of one `if`."""
    return may_follow(script, first, second) or may_follow(script, second, first)


def _have_one_optimizer(script: Script, first: Call, second: Call) -> bool:
    """Say whether two steps are surely taken by one optimizer that counts its steps: they name it alike in one scope."""
    one, other = first.node.func, second.node.func
    if not isinstance(one, ast.Attribute) or not isinstance(other, ast.Attribute):
        return False
    if first.document is not second.document or ast.dump(one.value) != ast.dump(other.value):
        return False
    if not isinstance(one.value, ast.Name | ast.Attribute):
        return False
    if script.scope(first.document, first.node) is not script.scope(second.document, second.node):
        return False
    shared = step_optimizers(script, first) & step_optimizers(script, second)
    return any(_counts(each) for optimizer in shared for each in innermost(script, optimizer))


def _counts(optimizer: Instance) -> bool:
    return isinstance(optimizer.of, Library) and optimizer.of.name.rpartition(".")[2] in _COUNTING
