"""Advice, taken, under a real Horovod with two processes: the scripts run to their end, with equal weights in both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from farandole.conversion.plan import plan_corrections
from farandole.frameworks.analyse import analyse
from farandole.options import Options

from tests.horovod_mistakes.test_shown import run

pytestmark = pytest.mark.horovod

FIT = """\
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
features = np.random.RandomState(0).rand(64, 4).astype("float32")
labels = features.sum(axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((features, labels)).repeat().shuffle(64).batch(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
model.fit(dataset, steps_per_epoch=8 // hvd.size(), epochs=3, verbose=0, callbacks=[*callbacks])
print("weights", float(sum(abs(each).sum() for each in model.get_weights())))
"""
ELASTIC = """\
import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

hvd.init()
features = np.random.RandomState(0).rand(64, 4).astype("float32")
labels = features.sum(axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((features, labels)).repeat().shuffle(64).batch(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(
    dataset, steps_per_epoch=8 // hvd.size(), epochs=3, verbose=0, callbacks=[hvd.callbacks.MetricAverageCallback()]
)
print("weights", float(sum(abs(each).sum() for each in model.get_weights())))
"""
WARMED = ELASTIC.replace("epochs=3", "epochs=30").replace(
    "callbacks=[", "callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), "
)
TAPE = """\
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
w = tf.Variable(tf.ones((4, 1)))
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
features = tf.random.stateless_uniform((37, 4), (1, 2))
dataset = tf.data.Dataset.from_tensor_slices(features).shard(hvd.size(), hvd.rank()).batch(6 - hvd.rank())
hvd.broadcast_variables([w], root_rank=0)
for x in dataset:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(x @ w))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
print("weights", float(tf.reduce_sum(w)))
"""
EQUAL = TAPE.replace(".batch(6 - hvd.rank())", ".batch(6).take(3)")


@pytest.mark.parametrize(
    ("code", "script", "taken"),
    [
        ("ADV101", FIT, "hvd.Compression.fp16"),
        ("ADV102", WARMED, "LearningRateWarmupCallback("),
        ("ADV104", FIT, "SGD(0.01)"),
        ("ADV103", FIT, "backward_passes_per_step=2"),
        ("ADV106", ELASTIC, "@hvd.elastic.run"),
        ("ADV105", TAPE, "hvd.join()"),
        ("ADV109", EQUAL, "PolynomialDecay(0.01, 1000, 0.01 * hvd.size())"),
    ],
)
def test_what_takes_advice_trains(code: str, script: str, taken: str, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(script, encoding="utf-8")
    options = Options(select=(code,))
    text = plan_corrections(analyse(path, options), options, [code]).texts[path]
    assert taken in text
    path.write_text(text, encoding="utf-8")
    status, said = run(path, tmp_path)
    weights = re.findall(r"weights ([\d.]+)", said)
    assert status == 0 and len(weights) == 2 and weights[0] == weights[1], said
