"""Gradients that a script averages by itself, and optimizers of its own around a wrapped one, are not averaged again."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.conversion.plan import find
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules.rule import Status

TAPE = """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
for step in range(9):
    with tf.GradientTape() as tape:
        loss = w * w
    gradients = tape.gradient(loss, [w])
    averages = [hvd.allreduce(each) if each is not None else None for each in gradients]
    clipped, norm = tf.clip_by_global_norm({clipped}, 1.0)
    optimizer.apply_gradients([(g, v) for g, v in zip(clipped, [w]) if g is not None])
hvd.broadcast_variables([w], root_rank=0)
"""
GRAPH = """\
import horovod.tensorflow as hvd
import tensorflow.compat.v1 as tf

class Scaled(tf.train.Optimizer):
    def __init__(self, optimizer, scale):
        super().__init__(False, "Scaled")
        self._optimizer = optimizer
        self._scale = scale

    def compute_gradients(self, loss, *args, **kwargs):
        pairs = self._optimizer.compute_gradients(self._scale * loss, *args, **kwargs)
        return [(gradient / self._scale, variable) for gradient, variable in pairs]

    def apply_gradients(self, *args, **kwargs):
        return self._optimizer.apply_gradients(*args, **kwargs)

hvd.init()
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
{wrapping}
optimizer = Scaled(optimizer, 8.0)
train_op = optimizer.minimize(w * w)
with tf.train.MonitoredTrainingSession(hooks=[hvd.BroadcastGlobalVariablesHook(0)]) as session:
    session.run(train_op)
"""
BRANCHES = """\
import argparse
import horovod.tensorflow as hvd
import tensorflow.compat.v1 as tf

parser = argparse.ArgumentParser()
parser.add_argument("--{flag}", action="store_true")
args = parser.parse_args()
hvd.init()
w = tf.Variable(1.0)
optimizer = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.1 * hvd.size()))
if args.{flag}:
    gradients = [gradient for gradient, _ in optimizer.compute_gradients(w * w, [w])]
else:
    gradients = tf.gradients(w * w, [w])
train_op = optimizer.apply_gradients(zip(gradients, [w]))
with tf.train.MonitoredTrainingSession(hooks=[hvd.BroadcastGlobalVariablesHook(0)]) as session:
    session.run(train_op)
"""


@pytest.mark.parametrize(
    ("script", "missing"),
    [
        (TAPE.format(clipped="averages"), False),
        (TAPE.format(clipped="gradients"), True),
        (GRAPH.format(wrapping="optimizer = hvd.DistributedOptimizer(optimizer)"), False),
        (GRAPH.format(wrapping=""), True),
        (BRANCHES.format(flag="multi_worker"), False),
        (BRANCHES.format(flag="gated"), True),
    ],
)
def test_only_what_is_not_averaged_is_reported(tmp_path: Path, script: str, missing: bool) -> None:
    path = tmp_path / "train.py"
    path.write_text(script, encoding="utf-8")
    found = [each.status for each in find(analyse(path, Options()), Options()) if each.code == "HVD104"]
    assert found and (Status.MISSING in found) is missing
