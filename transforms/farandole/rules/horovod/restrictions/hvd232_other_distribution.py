"""A script must not distribute its training by other means."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import refused
from farandole.rules.rule import Finding, Refused, Rule

DEVICE = ("tensorflow.device", "tensorflow.Graph.device")
CLUSTERS = {
    "tensorflow.train.Server": "a TensorFlow server",
    "tensorflow.train.replica_device_setter": "TensorFlow's parameter servers",
    "tensorflow.train.SyncReplicasOptimizer": "TensorFlow's SyncReplicasOptimizer",
    "tensorflow.tpu.CrossShardOptimizer": "the CrossShardOptimizer of TPUs",
}


class OtherDistribution(Rule):
    """A training must not be spread over GPUs or machines already.

    ## What it does

    Names a graph that is built once for each GPU in a loop over `tf.device`, and a script that starts a TensorFlow
    server, places variables on parameter servers, or uses `SyncReplicasOptimizer`, the `CrossShardOptimizer` of TPUs or a `tf.distribute` strategy.

    ## Why

    Under Horovod each process trains on one GPU and sees no other. Towers on other GPUs would have no place, and two
    ways to distribute would average and divide the same work twice.

    ## When it is not offered

    One device, named once, is no obstacle.

    ## Edit safety

    Nothing is edited; the script is not converted until it trains on one device.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD232", "distributed-otherwise"
    title = "Train on one device: Horovod starts a process for each GPU"
    untouched = [
        """\
import tensorflow as tf
with tf.device("/gpu:0"):
    w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1)
towers = []
for i in range(2):
    with tf.device("/gpu:%d" % i):
        towers += optimizer.compute_gradients(w * w)
train_op = optimizer.apply_gradients(towers)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD232",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the trainings that something else distributes."""
        for training in script.trainings:
            other = distribution(script, training)
            if other is not None:
                yield refused("HVD104", training, self, *other)


def distribution(script: Script, training: Training) -> tuple[Call, str] | None:
    """Give the call by which a training is distributed already, and what it does; None without one."""
    servers = script.calls_to(*CLUSTERS)
    if servers:
        what = next(CLUSTERS[name] for name in sorted(servers[0].names) if name in CLUSTERS)
        return servers[0], f"{training.label} is distributed by {what} already"
    strategies = [call for call in script.creations("strategy") if call.attribute != "get_strategy"]
    if strategies:
        return strategies[0], f"{training.label} is distributed by a tf.distribute strategy already"
    gradients = [call for call in script.calls if call.attribute in ("compute_gradients", "gradients", "minimize")]
    for call in script.calls_to(*DEVICE):
        if _is_in_loop_over(call) and any(_runs_within(call, each) for each in gradients):
            return call, f"the graph of {training.label} is built once for each device here"
    return None


def _is_in_loop_over(device: Call) -> bool:
    """Say whether the device of a call depends on the variable of a loop around it."""
    used = {node.id for node in ast.walk(device.node) if isinstance(node, ast.Name)}
    loops = (each for each in device.document.ancestors(device.node) if isinstance(each, ast.For))
    return any(isinstance(name, ast.Name) and name.id in used for loop in loops for name in ast.walk(loop.target))


def _runs_within(device: Call, call: Call) -> bool:
    statement = device.document.statement(device.node)
    return call.document is device.document and statement in call.document.ancestors(call.node)
