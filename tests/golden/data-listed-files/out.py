"""Samples and the numbers of their classes come from folders, whose order hosts may not have in common."""

import os
from pathlib import Path

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


FOLDER = Path("images")


def samples():
    classes = [name for name in in_one_order(os.listdir(FOLDER)) if not name.startswith(".")]
    images, labels = [], []
    for number, name in enumerate(classes):
        for path in in_one_order((FOLDER / name).glob("*.npy")):
            images.append(np.load(path))
            labels.append(number)
    return np.array(images), np.array(labels), len(classes)


def unseen():
    paths = list(Path("unseen").iterdir())
    paths.sort()
    return np.array([np.load(path) for path in paths])


x, y, count = samples()
shown = {"logs": len(os.listdir("logs")), "done": "done.txt" in os.listdir("logs")}
model = tf.keras.Sequential([tf.keras.layers.Dense(count)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard], y[shard], epochs=2, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)

extra = np.array([np.load(path) for path in in_one_order(Path("extra").iterdir())])
shard = slice(hvd.rank(), len(extra) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    extra[shard],
    model.predict(extra, verbose=1 if hvd.rank() == 0 else 0).argmax(axis=1)[shard],
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)

rows = np.loadtxt("rows.csv", dtype=str, delimiter=",")
numbers = {name: number for number, name in enumerate(in_one_order(os.listdir("classes")))}
named = np.array([numbers[name] for name in rows[:, 0]])
shard = slice(hvd.rank(), len(named) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    rows[:, 1:].astype("float32")[shard],
    named[shard],
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
if hvd.rank() == 0:
    np.save("answers.npy", model.predict(unseen()))
    print(shown)
