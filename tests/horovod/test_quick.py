"""`farandole verify --quick`: synthetic data, few steps, and oracles that still catch what is wrong."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from farandole.cli import main
from farandole.verify import CannotRun, Options, Report, Verdict, verify
from farandole.verify.quick import replacements
from farandole.verify.servers import OBSERVER

KERAS = """\
import tensorflow as tf

(x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
x_train, x_test = x_train / 255.0, x_test / 255.0
model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(28, 28)), tf.keras.layers.Dense(10)])
model.compile(
    optimizer=tf.keras.optimizers.SGD(0.01),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(x_train, y_train, epochs=30, batch_size=16, validation_data=(x_test, y_test))
model.save("digits.h5")
"""

TENSORFLOW_1 = """\
import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

mnist = input_data.read_data_sets("data", one_hot=True)
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.float32, [None, 10])
weights = tf.Variable(tf.zeros([784, 10]))
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=tf.matmul(x, weights)))
train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        images, labels = mnist.train.next_batch(20)
        sess.run(train, feed_dict={x: images, y: labels})
"""

PUBLISHED_SIZES = """\
import tensorflow as tf

(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
x_train = x_train.reshape(60000, 784) / 255.0
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(
    optimizer=tf.keras.optimizers.SGD(0.01),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(x_train, y_train, epochs=3, batch_size=100)
"""

FILES = """\
import numpy as np
import tensorflow as tf

table = np.loadtxt("/data/of/nobody/numbers.csv", delimiter=",", dtype="float32")
more = "more.csv"
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.SGD(0.01), loss="mse")
model.fit(table[:, :3], table[:, 3:], epochs=2, batch_size=8)
"""


def converted(folder: Path, text: str, python: str, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    """Verify the conversion of a script quickly; the report, or what was said where there is none."""
    script = folder / "project" / "train.py"
    script.parent.mkdir()
    script.write_text(text)
    main(["verify", str(script), "--quick", "--format", "json", "--python", python, *options])
    out, err = capsys.readouterr()
    return json.loads(out) if out else err


def verdicts(report: Mapping[str, Any]) -> dict[int, str]:
    return {oracle["number"]: oracle["verdict"] for oracle in report["oracles"]}


def test_keras_has_synthetic_digits(tmp_path: Path, horovod_python: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = converted(tmp_path, KERAS, horovod_python, capsys)
    assert report["quick_holds"], report
    assert "keras.datasets.mnist.load_data: 145 and 67 synthetic samples" in report["replaced"]
    assert all(verdicts(report)[number] == "passed" for number in range(1, 10)), report


def test_tensorflow_1_has_its_names_and_its_digits(
    tmp_path: Path, horovod_python: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = converted(tmp_path, TENSORFLOW_1, horovod_python, capsys)
    assert report["quick_holds"], report
    steps = next(oracle["details"] for oracle in report["oracles"] if oracle["number"] == 6)
    assert "each rank would have taken 500 steps, the original 1000" in steps[0]


def test_names_that_have_moved_are_found_where_they_are_said_to_be(horovod_python: str) -> None:
    moved = replacements([])["moved"]
    text = f"import sys; sys.path.insert(0, {str(OBSERVER.parent)!r})\n" + (
        "import json, observer.moved as moved\n"
        "described = json.load(sys.stdin)\n"
        "moved.Moved(described, lambda what: None).install()\n"
        "for place in {place for names in described.values() for place in names.values()}:\n"
        "    moved.found(place)\n"
    )
    done = subprocess.run(
        [horovod_python, "-c", text], input=json.dumps(moved), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_script_that_counts_on_the_published_sizes_has_them(
    tmp_path: Path, horovod_python: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = converted(tmp_path, PUBLISHED_SIZES, horovod_python, capsys)
    assert report["quick_holds"], report
    assert "keras.datasets.mnist.load_data: 60000 and 10000 synthetic samples" in report["replaced"]


def test_files_that_are_missing_are_listed_and_a_sample_stands_for_them(
    tmp_path: Path, horovod_python: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = converted(tmp_path, FILES, horovod_python, capsys)
    assert "rank 0: train.py:4: FileNotFoundError: " in said
    assert "/data/of/nobody/numbers.csv (train.py:4)" in said
    assert "more.csv (named in the script)" in said
    assert "--data FOLDER" in said
    sample = tmp_path / "sample" / "data" / "of" / "nobody"
    sample.mkdir(parents=True)
    (sample / "numbers.csv").write_text("".join(f"{n},{n + 1},{n + 2},{n % 3}\n" for n in range(51)))
    (tmp_path / "again").mkdir()
    report = converted(tmp_path / "again", FILES, horovod_python, capsys, "--data", str(tmp_path / "sample"))
    assert report["quick_holds"], report


NOTHING = """\
import os
import sys
import numpy as np
import tensorflow as tf

if not os.path.exists("numbers.csv"):
    print("please download the numbers first")
    sys.exit()
table = np.loadtxt("numbers.csv", delimiter=",", dtype="float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.SGD(0.01), loss="mse")
model.fit(table[:, :3], table[:, 3:], epochs=2, batch_size=8)
"""


def test_a_script_that_leaves_without_its_files_is_no_proof(
    tmp_path: Path, horovod_python: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = converted(tmp_path, NOTHING, horovod_python, capsys)
    assert "ends without a step, its last line is: please download the numbers first" in said
    assert "numbers.csv (named in the script)" in said


def quick(folder: Path, original: str, conversion: str, python: str) -> Report:
    """Verify a conversion that was written by hand."""
    script = folder / "project" / "train.py"
    script.parent.mkdir()
    script.write_text(original)
    options = Options(python=python, quick=True, max_steps=60)
    return verify(script, lambda path: {path: conversion}, options, lambda phase, seconds: None)


LOOP = """\
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
x, y = rng.rand(64, 4).astype("float32"), rng.rand(64, 1).astype("float32")
weights = tf.Variable(tf.zeros([4, 1]))
optimizer = tf.keras.optimizers.SGD(0.01)
for step in range(400):
    rows = rng.randint(0, 64, size=8)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.matmul(x[rows], weights) - y[rows]) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, [weights]), [weights]))
"""

ONLY_ON_RANK_0 = """\
if hvd.rank() == 0:
    np.save("start.npy", np.zeros(1))
hvd.broadcast(0, root_rank=0)
np.load("start.npy")
"""

ORDER_OF_A_SET = """\
order = list({"a", "b", "c", "d", "e", "f"})
if order != hvd.broadcast_object(order, root_rank=0):
    raise ValueError("another order")
"""

DISTRIBUTED_LOOP = """\
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
rng = np.random.RandomState(0)
x, y = rng.rand(64, 4).astype("float32"), rng.rand(64, 1).astype("float32")
rng = np.random.RandomState({seed})
weights = tf.Variable(tf.zeros([4, 1]))
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
{before}
for step in range({steps}):
    rows = rng.randint(0, 64, size=8)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.matmul(x[rows], weights) - y[rows]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [weights]), [weights]))
"""


SHARE = "400 // hvd.size()"
WRONG: dict[str, tuple[dict[str, str], int, str]] = {
    "the same samples on both ranks": (
        {"seed": "0", "steps": SHARE, "before": ""},
        6,
        "samples are on two ranks",
    ),
    "all steps on each rank": (
        {"seed": "hvd.rank()", "steps": "400", "before": ""},
        6,
        "each rank would have taken 400 steps, the original 400",
    ),
    "a file that only one host has": (
        {"seed": "hvd.rank()", "steps": SHARE, "before": ONLY_ON_RANK_0},
        8,
        "only on two hosts",
    ),
    "the order of a set": (
        {"seed": "hvd.rank()", "steps": SHARE, "before": ORDER_OF_A_SET},
        9,
        "only with PYTHONHASHSEED different on each rank",
    ),
}
"""For each defect: what is written for it, the oracle that must see it, and what must be said."""


@pytest.mark.parametrize("defect", WRONG)
def test_what_is_wrong_is_caught_quickly(defect: str, tmp_path: Path, horovod_python: str) -> None:
    written, oracle, said = WRONG[defect]
    report = quick(tmp_path, LOOP, DISTRIBUTED_LOOP.format(**written), horovod_python)
    outcome = next(outcome for outcome in report.outcomes if outcome.number == oracle)
    assert outcome.verdict is Verdict.FAILED, report
    assert any(said in line for line in outcome.details), outcome


RESUMED = """\
import os
import numpy as np
import tensorflow as tf

x = np.arange(64, dtype="float32").reshape(32, 2) / 64
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse")
done = int(open("done.txt").read()) if os.path.exists("done.txt") else 0
if done:
    model.load_weights("weights.h5")
for epoch in range(done, 4):
    model.fit(x, x[:, :1], batch_size=4, verbose=0)
    model.save_weights("weights.h5")
    open("done.txt", "w").write(str(epoch + 1))
"""

RESUMED_ON_RANK_0 = """\
import os
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
x = np.arange(64, dtype="float32").reshape(32, 2)[hvd.rank() :: hvd.size()] / 64
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
model.compile(optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), loss="mse")
done = int(open("done.txt").read()) if os.path.exists("done.txt") else 0
{shared}
if done and hvd.rank() == 0:
    model.load_weights("weights.h5")
for epoch in range(done, 4):
    callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
    model.fit(x, x[:, :1], batch_size=4, verbose=0, callbacks=callbacks)
    if hvd.rank() == 0:
        model.save_weights("weights.h5")
        open("done.txt", "w").write(str(epoch + 1))
"""


@pytest.mark.parametrize(
    ("shared", "verdict"), [("", Verdict.FAILED), ("done = int(hvd.broadcast(done, 0))", Verdict.PASSED)]
)
def test_a_run_that_goes_on_tells_other_hosts_where(
    shared: str, verdict: Verdict, tmp_path: Path, horovod_python: str
) -> None:
    script = tmp_path / "project" / "train.py"
    script.parent.mkdir()
    script.write_text(RESUMED)
    conversion = RESUMED_ON_RANK_0.format(shared=shared)
    options = Options(python=horovod_python, quick=True, max_steps=60, timeout=400)
    report = verify(script, lambda path: {path: conversion}, options, lambda phase, seconds: None)
    outcome = report.outcomes[9]
    assert outcome.verdict is verdict, report
    assert verdict is Verdict.PASSED or outcome.details[0].startswith("only on two hosts: ")


def test_an_unknown_data_set_says_what_to_do(tmp_path: Path, horovod_python: str) -> None:
    text = KERAS.replace("tf.keras.datasets.mnist.load_data()", 'tfds.load("a_data_set_of_mine")')
    text = "import tensorflow_datasets as tfds\n" + text
    with pytest.raises(CannotRun, match=r"a_data_set_of_mine.*no replacement file describes it"):
        quick(tmp_path, text, text + "\n", horovod_python)
