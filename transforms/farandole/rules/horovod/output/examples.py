"""The examples of step 7, each for one way in which output is left to rank 0."""

from __future__ import annotations

from farandole.rules.rule import Example, Refused

_MODEL = """\
from tensorflow import keras
{}model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
"""
_HOROVOD = """\
import horovod.tensorflow.keras as hvd

hvd.init()
"""
_BARRIER = '''\


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


'''
_FIT = "model.fit([[1.0]] * 64, [[2.0]] * 64, verbose=0)\n"
_TAPE = """\
import tensorflow as tf
{}model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD()

def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

"""
_SESSION = """\
import tensorflow.compat.v1 as tf
{}x = tf.get_variable("x", [])
loss = tf.square(x - 1)
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
"""
_HOROVOD_TF = _HOROVOD.replace(".keras", "")


def _keras(before: str, after: str) -> Example:
    return Example(_MODEL.format("") + _FIT + before, _MODEL.format(_HOROVOD) + _FIT + after)


def _fit(before: str, after: str, imports: str = "", below: str = "") -> Example:
    horovod = _HOROVOD.replace("\n\n", f"\n{imports}\n") + below
    return Example(_MODEL.format("") + before, _MODEL.format(horovod) + after)


def _tape(before: str, after: str, imports: str = "") -> Example:
    return Example(_TAPE.format("") + before, _TAPE.format(_HOROVOD_TF.replace("\n\n", f"\n{imports}\n")) + after)


def _session(before: str, after: str) -> Example:
    return Example(_SESSION.format("") + before, _SESSION.format(_HOROVOD_TF) + after)


EXAMPLES = [
    # statements that follow each other, in one-line suites, with nothing but output in a function
    _keras(
        """\
import numpy as np
print("trained")

model.save("model.h5")  # for later
np.save("weights.npy", model.get_weights()[0])
weights = model.get_weights()
if len(weights) > 1: print(weights[1])
else:
    model.summary()
""",
        """\
import numpy as np
if hvd.rank() == 0:
    print("trained")

    model.save("model.h5")  # for later
    np.save("weights.npy", model.get_weights()[0])
weights = model.get_weights()
if hvd.rank() == 0:
    if len(weights) > 1: print(weights[1])
    else:
        model.summary()
""",
    ),
    # a choice in a loop of nothing but output
    _keras(
        """\
weights = model.get_weights()
for each in range(2):
    if len(weights) > 1:
        print(weights[1])
    print(each)
""",
        """\
weights = model.get_weights()
if hvd.rank() == 0:
    for each in range(2):
        if len(weights) > 1:
            print(weights[1])
        print(each)
""",
    ),
    _keras(
        """\
import matplotlib.pyplot as plt

def show(losses):
    plt.figure()
    plt.plot(losses)
    plt.savefig("loss.png")

def note(text):
    print("note:", text)

show([1.0, 0.5])
note("shown")
""",
        """\
import matplotlib.pyplot as plt

def show(losses):
    plt.figure()
    plt.plot(losses)
    plt.savefig("loss.png")

def note(text):
    if hvd.rank() == 0:
        print("note:", text)

if hvd.rank() == 0:
    show([1.0, 0.5])
note("shown")
""",
    ),
    # what every rank must do is done before
    _tape(
        """\
mean = tf.keras.metrics.Mean()
batches = iter(tf.data.Dataset.range(8))
for step in range(3):
    print("loss", train_step(tf.ones([1, 1])).numpy())
    print(f"step {step}: {mean.result():.3f} {train_step(tf.ones([1, 1])):.3f}")
    print(mean.result(), next(batches), flush=True)
    step and print("more than one")
""",
        """\
mean = tf.keras.metrics.Mean()
batches = iter(tf.data.Dataset.range(8))
for step in range(3):
    train_step_result = train_step(tf.ones([1, 1])).numpy()
    if hvd.rank() == 0:
        print("loss", train_step_result)
    message = f"step {step}: {mean.result():.3f} {train_step(tf.ones([1, 1])):.3f}"
    if hvd.rank() == 0:
        print(message)
    mean_result, next_result = mean.result(), next(batches)
    if hvd.rank() == 0:
        print(mean_result, next_result, flush=True)
    if hvd.rank() == 0:
        step and print("more than one")
""",
    ),
    # values that only rank 0 has
    _tape(
        """\
checkpoint = tf.train.Checkpoint(model=model)
writer = tf.summary.create_file_writer("logs")
for epoch in range(2):
    loss = train_step(tf.ones([1, 1]))
    with writer.as_default():
        tf.summary.scalar("loss", loss, step=epoch)
    path = checkpoint.save("saved/model")
    print("saved as", path)
    on_end = lambda: print("ended")
""",
        """\
checkpoint = tf.train.Checkpoint(model=model)
writer = (
    tf.summary.create_file_writer("logs")
    if hvd.rank() == 0
    else tf.summary.create_noop_writer()
)
for epoch in range(2):
    loss = train_step(tf.ones([1, 1]))
    with writer.as_default():
        tf.summary.scalar("loss", loss, step=epoch)
    if hvd.rank() == 0:
        path = checkpoint.save("saved/model")
        print("saved as", path)
    on_end = lambda: print("ended") if hvd.rank() == 0 else None
""",
    ),
    _session(
        """\
saver = tf.train.Saver()
writer = tf.summary.FileWriter("logs")
merged = tf.summary.scalar("loss", loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10):
        _, summary = sess.run([train_op, merged])
        writer.add_summary(summary, step)
        print(sess.run(loss))
    saver.save(sess, "model.ckpt")
writer.close()
""",
        """\
saver = tf.train.Saver()
writer = tf.summary.FileWriter("logs") if hvd.rank() == 0 else None
merged = tf.summary.scalar("loss", loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10):
        _, summary = sess.run([train_op, merged])
        if hvd.rank() == 0:
            writer.add_summary(summary, step)
            print(sess.run(loss))
    if hvd.rank() == 0:
        saver.save(sess, "model.ckpt")
if hvd.rank() == 0:
    writer.close()
""",
    ),
    # files
    _tape(
        """\
import json
log = open("log.csv", "w")
for step in range(3):
    loss = train_step(tf.ones([1, 1]))
    log.write(f"{step},{loss}\\n")
    with open(f"step-{step}.json", "w") as file:
        json.dump({"loss": float(loss)}, file)
log.close()
""",
        """\
import json
log = open("log.csv" if hvd.rank() == 0 else os.devnull, "w")
for step in range(3):
    loss = train_step(tf.ones([1, 1]))
    log.write(f"{step},{loss}\\n")
    if hvd.rank() == 0:
        with open(f"step-{step}.json", "w") as file:
            json.dump({"loss": float(loss)}, file)
log.close()
""",
        imports="import os\n",
    ),
    # arguments
    _fit(
        """\
from tqdm import tqdm
quiet = False
for epoch in tqdm(range(2)):
    model.fit([[1.0]] * 64, [[2.0]] * 64, verbose=not quiet)
score = model.evaluate([[1.0]], [[2.0]])
""",
        """\
from tqdm import tqdm
quiet = False
for epoch in tqdm(range(2), disable=hvd.rank() != 0):
    model.fit(
        [[1.0]] * 64, [[2.0]] * 64, verbose=not quiet if hvd.rank() == 0 else 0
    )
score = model.evaluate([[1.0]], [[2.0]], verbose=1 if hvd.rank() == 0 else 0)
""",
    ),
    # callbacks
    _fit(
        """\
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, TensorBoard

class Show(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(epoch, logs["loss"])

checkpoint = ModelCheckpoint("best.h5")
callbacks = [
    checkpoint,  # every epoch
    EarlyStopping("loss"),
]
callbacks.append(CSVLogger("log.csv"))
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=callbacks, verbose=0)
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[Show(), checkpoint, TensorBoard()], verbose=0)
""",
        """\
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, TensorBoard

class Show(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if hvd.rank() == 0:
            print(epoch, logs["loss"])

checkpoint = ModelCheckpoint("best.h5")
callbacks = [
    *([checkpoint] if hvd.rank() == 0 else []),  # every epoch
    EarlyStopping("loss"),
]
if hvd.rank() == 0:
    callbacks.append(CSVLogger("log.csv"))
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=callbacks, verbose=0)
model.fit(
    [[1.0]] * 64,
    [[2.0]] * 64,
    callbacks=[Show(), *([checkpoint, TensorBoard()] if hvd.rank() == 0 else [])],
    verbose=0,
)
""",
    ),
    # what fetches within what takes turns already
    _fit(
        """\
import os
import numpy as np

def load_mnist():
    (x, y), _ = keras.datasets.mnist.load_data()
    return x, y

def load_points():
    if not os.path.exists("points.npz"):
        np.savez("points.npz", x=np.zeros((4, 1)), y=np.ones(4))
    points = np.load("points.npz")
    return points["x"], points["y"]

def load(name):
    return load_mnist() if name == "mnist" else load_points()

x, y = load("mnist")
model.fit(x, y, verbose=0)
""",
        """\
import os
import numpy as np

def load_mnist():
    (x, y), _ = keras.datasets.mnist.load_data()
    return x, y

def load_points():
    if not os.path.exists("points.npz"):
        np.savez("points.npz", x=np.zeros((4, 1)), y=np.ones(4))
    points = np.load("points.npz")
    return points["x"], points["y"]

def load(name):
    return load_mnist() if name == "mnist" else load_points()

if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
x, y = load("mnist")
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model.fit(x, y, verbose=0)
""",
        below=_BARRIER,
    ),
    # names by which TensorFlow's own modules have the functions of files
    _keras(
        """\
from tensorflow.python.lib.io import file_io
model.save("model.h5")
with file_io.FileIO("model.h5", "rb") as model_file:
    file_io.write_string_to_file("copy.h5", model_file.read())
""",
        """\
from tensorflow.python.lib.io import file_io
if hvd.rank() == 0:
    model.save("model.h5")
    with file_io.FileIO("model.h5", "rb") as model_file:
        file_io.write_string_to_file("copy.h5", model_file.read())
""",
    ),
    # once per host, once per user
    _fit(
        """\
(x, y), _ = keras.datasets.mnist.load_data()
epochs = int(input("epochs: "))
model.fit(x, y, epochs=epochs, verbose=0)
""",
        """\
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
epochs = int(
    hvd_tf.broadcast_object(
        input("epochs: ") if hvd.rank() == 0 else "", root_rank=0
    )
)
model.fit(x, y, epochs=epochs, verbose=0)
""",
        imports="import horovod.tensorflow as hvd_tf\n",
        below=_BARRIER,
    ),
]

UNTOUCHED = [
    "import tensorflow as tf\nprint(tf.__version__)\n",
    _MODEL.format(_HOROVOD)
    + """\
board = keras.callbacks.TensorBoard("logs")
model.fit([[1.0]] * 64, [[2.0]] * 64, verbose=0)
""",
    _MODEL.format(_HOROVOD)
    + """\
first = hvd.rank() == 0
verbose = 1 if first else 0
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if first:
    callbacks.append(keras.callbacks.ModelCheckpoint("best.h5"))
    print("training")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=callbacks, verbose=verbose)

def report():
    if hvd.rank() != 0:
        return
    print("trained")
    model.save("model.h5")

report()
first and print("ended")
""",
    _MODEL.format(_HOROVOD + _BARRIER)
    + """if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = keras.datasets.mnist.load_data()
x, y = x[hvd.rank() :: hvd.size()], y[hvd.rank() :: hvd.size()]
_, (x_test, y_test) = keras.datasets.fashion_mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model.fit(x, y, validation_data=(x_test, y_test), verbose=0)
""",
    """\
import argparse
import tensorflow as tf
parser = argparse.ArgumentParser()
parser.add_argument("--horovod", action="store_true")
args = parser.parse_args()
if args.horovod:
    import horovod.tensorflow.keras as hvd
    hvd.init()
    if tf.config.list_physical_devices("GPU"):
        tf.config.set_visible_devices(tf.config.list_physical_devices("GPU")[hvd.local_rank()], "GPU")
optimizer = tf.keras.optimizers.SGD(0.01 * (hvd.size() if args.horovod else 1))
callbacks = []
if args.horovod:
    optimizer = hvd.DistributedOptimizer(optimizer)
    callbacks.append(hvd.callbacks.BroadcastGlobalVariablesCallback(0))
    callbacks.append(hvd.callbacks.MetricAverageCallback())
    if hvd.rank() == 0:
        callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
else:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer, "mse")
dataset = tf.data.Dataset.from_tensor_slices(([[1.0]], [[2.0]]))
if args.horovod:
    dataset = dataset.shard(hvd.size(), hvd.rank())
quiet = args.horovod and hvd.rank() != 0
model.fit(dataset.batch(1), callbacks=callbacks, verbose=0 if quiet else 1)
""",
]

REFUSED = [
    Refused(
        """\
import os
import numpy as np
from tensorflow import keras

def fetched():
    path = keras.utils.get_file("rows.csv", "https://example.org/rows.csv")
    return np.loadtxt(path, delimiter=",")

def prepared():
    if os.path.exists("prepared.npy"):
        return np.load("prepared.npy")
    rows = fetched() / 255
    np.save("prepared.npy", rows)
    return rows

rows = prepared()
raw = fetched()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
model.fit(rows[:, 1:], raw[:, 0])
""",
        because="HVD107",
    ),
    Refused(
        _MODEL.format("")
        + """\
import wandb
run = wandb.init(project="leaves", resume=True)
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=9, initial_epoch=run.step)
""",
        because="HVD107",
    ),
    Refused(
        _MODEL.format("")
        + """\
from heatmaps import HeatmapCallback
callbacks = [HeatmapCallback([[1.0]], folder="heatmaps")]
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=callbacks)
""",
        because="HVD107",
    ),
    Refused(
        _MODEL.format("")
        + """\
from settings import arguments
model.fit([[1.0]] * 64, [[2.0]] * 64, *arguments, callbacks=[])
""",
        because="HVD107",
    ),
    Refused(
        """\
import os
with open("started.txt", "w") as started:
    started.write("digits")
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
"""
        + _MODEL.format("")
        + _FIT,
        because="HVD107",
    ),
]
