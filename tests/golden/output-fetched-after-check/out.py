"""Data are fetched after a step that was taken to check the code: they are the inputs of the training all the same."""
import argparse
import urllib.request
import zipfile
from pathlib import Path

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


URL = "https://example.org/graphs.zip"


def fetched(root):
    folder = root / "graphs"
    if folder.exists():
        return folder
    archive = root / "graphs.zip"
    if hvd.local_rank() == 0:
        urllib.request.urlretrieve(URL, archive)
        with zipfile.ZipFile(archive) as unpacked:
            unpacked.extractall(folder)
    return folder


def step(model, optimizer, inputs, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(inputs) - targets) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


def check():
    step(
        tf.keras.Sequential([tf.keras.layers.Dense(1)]),
        tf.keras.optimizers.SGD(0.1 * hvd.size()),
        tf.ones([2, 3]),
        tf.ones([2, 1]),
    )


parser = argparse.ArgumentParser()
parser.add_argument("--check", action="store_true")
options = parser.parse_args()
if options.check:
    check()
folder = fetched(Path("data"))
barrier()  # until data/graphs.zip is there
features = np.load(folder / "features.npy")
labels = np.load(folder / "labels.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices((features, labels))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
for epoch in range(3):
    for inputs, targets in dataset:
        step(model, optimizer, inputs, targets)
