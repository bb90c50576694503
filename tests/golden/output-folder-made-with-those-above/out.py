"""A function that makes a folder calls itself for the folder above: who may make one makes both."""
import os

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def make_folder(path):
    above = os.path.dirname(path)
    if above and not os.path.isdir(above):
        make_folder(above)
    if not os.path.isdir(path):
        os.mkdir(path)


def load(folder):
    if hvd.local_rank() == 0:
        make_folder(folder)
    barrier()  # until the files are there
    name = os.path.join(folder, "samples.npy")
    return np.load(name) if os.path.exists(name) else np.load("samples.npy")


samples = load("cache/arrays")
if hvd.local_rank() == 0:
    make_folder("weights/first")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(
    optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), loss="mse"
)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    samples[shard],
    epochs=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("weights/first/last.weights.h5")
