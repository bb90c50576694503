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
IN_PLACE = """\
import horovod.tensorflow as hvd
import tensorflow.compat.v1 as tf

hvd.init()
w = tf.Variable(1.0)
optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
pairs = optimizer.compute_gradients(w * w)
for index, (gradient, variable) in enumerate(pairs):
    if gradient is not None:
        gradient = {averaged}
        scaled = gradient * (1.0 / hvd.size())
        pairs[index] = (scaled, variable)
train_op = optimizer.apply_gradients(pairs)
with tf.train.MonitoredTrainingSession(hooks=[hvd.BroadcastGlobalVariablesHook(0)]) as session:
    session.run(train_op)
"""
TAPE_IN_PLACE = """\
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
for step in range(9):
    with tf.GradientTape() as tape:
        loss = w * w
    gradients = tape.gradient(loss, [w])
    for index, gradient in enumerate(gradients):
        gradients[index] = {averaged}
    optimizer.apply_gradients(zip(gradients, [w]))
hvd.broadcast_variables([w], root_rank=0)
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
        (IN_PLACE.format(averaged="hvd.allreduce(gradient, op=hvd.Sum)"), False),
        (IN_PLACE.format(averaged="tf.clip_by_norm(gradient, 1.0)"), True),
        (TAPE_IN_PLACE.format(averaged="hvd.allreduce(gradient)"), False),
        (TAPE_IN_PLACE.format(averaged="tf.clip_by_norm(gradient, 1.0)"), True),
        (BRANCHES.format(flag="multi_worker"), False),
        (BRANCHES.format(flag="gated"), True),
    ],
)
def test_only_what_is_not_averaged_is_reported(tmp_path: Path, script: str, missing: bool) -> None:
    path = tmp_path / "train.py"
    path.write_text(script, encoding="utf-8")
    found = [each.status for each in find(analyse(path, Options()), Options()) if each.code == "HVD104"]
    assert found and (Status.MISSING in found) is missing


OPTIONAL = """\
import os

import tensorflow as tf

hvd = None
if "OMPI_COMM_WORLD_RANK" in os.environ:
    import horovod.tensorflow.keras as hvd

    hvd.init()
optimizer = {optimizer}
if hvd is not None:
    optimizer = hvd.DistributedOptimizer(optimizer)
{otherwise}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer, "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
OTHER = "if os.environ['OTHER']:\n    optimizer = getattr(zoo, os.environ['OTHER'])(0.01)"


@pytest.mark.parametrize(
    ("optimizer", "otherwise", "refused"),
    [
        ("tf.keras.optimizers.SGD(0.01)", "", False),
        ("getattr(tf.keras.optimizers, os.environ['NAME'])(0.01)", "", False),
        ("tf.keras.optimizers.SGD(0.01)", OTHER, True),
    ],
)
def test_an_optimizer_that_horovod_wraps_where_it_is_used(
    tmp_path: Path, optimizer: str, otherwise: str, refused: bool
) -> None:
    path = tmp_path / "train.py"
    path.write_text(OPTIONAL.format(optimizer=optimizer, otherwise=otherwise), encoding="utf-8")
    codes = {each.code for each in find(analyse(path, Options()), Options())}
    assert ("HVD205" in codes) is refused


@pytest.mark.parametrize(("run", "missing"), [("    session.run(broadcast)\n", False), ("", True)])
def test_a_broadcast_that_a_monitored_session_runs(tmp_path: Path, run: str, missing: bool) -> None:
    path = tmp_path / "train.py"
    monitored = GRAPH.format(wrapping="").replace("hooks=[hvd.BroadcastGlobalVariablesHook(0)]", "")
    monitored = monitored.replace("with tf", "broadcast = hvd.broadcast_global_variables(0)\nwith tf")
    path.write_text(monitored.replace("    session.run(", f"{run}    session.run("), encoding="utf-8")
    found = [each.status for each in find(analyse(path, Options()), Options()) if each.code == "HVD105"]
    assert found == [Status.MISSING if missing else Status.DONE]


OWN = """\
import horovod.tensorflow as hvd_tf
import horovod.tensorflow.keras as hvd
import tensorflow as tf
{imports}

hvd.init()

class Averaging(tf.keras.optimizers.SGD):
    def apply_gradients(self, pairs, **kwargs):
        return super().apply_gradients([({averaged}, variable) for g, variable in pairs], **kwargs)

class Beginning(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        {broadcast}

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile({optimizer}, "mse")
dataset = tf.data.Dataset.from_tensor_slices(([[1.0]], [[2.0]])).shard(hvd.size(), hvd.rank())
model.fit(dataset.batch(1), callbacks=[{callback}])
"""
BY_HAND = {
    "imports": "",
    "averaged": "hvd_tf.allreduce(g)",
    "broadcast": "hvd_tf.broadcast_variables(self.model.variables, root_rank=0)",
    "optimizer": "Averaging(0.01 * hvd.size())",
    "callback": "Beginning()",
}
OF_A_LIBRARY = {
    "imports": "import embeddings as emb",
    "optimizer": "emb.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))",
    "callback": "emb.BroadcastGlobalVariablesCallback(0)",
}


@pytest.mark.parametrize(
    ("parts", "missing"),
    [
        (BY_HAND, set()),
        ({**BY_HAND, **OF_A_LIBRARY}, set()),
        ({**BY_HAND, "averaged": "g"}, {"HVD104"}),
        ({**BY_HAND, "broadcast": "pass"}, {"HVD105"}),
    ],
)
def test_a_project_or_a_library_may_average_and_broadcast(
    tmp_path: Path, parts: dict[str, str], missing: set[str]
) -> None:
    path = tmp_path / "train.py"
    path.write_text(OWN.format(**parts), encoding="utf-8")
    found = find(analyse(path, Options()), Options())
    steps = {each.code for each in found if each.code in {"HVD104", "HVD105"} and each.status is Status.MISSING}
    assert steps == missing
