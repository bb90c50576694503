"""A cache that a generator fills where all of its items are taken: the processes take turns there."""

import os

import librosa
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


def features(path):
    cache = path + ".npy"
    if os.path.exists(cache):
        return np.load(cache)
    made = librosa.feature.mfcc(y=librosa.load(path)[0])
    np.save(cache, made)
    return made


def all_features(paths):
    for path in paths:
        yield features(path)


paths, labels = np.load("paths.npy"), np.load("labels.npy")
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
x = np.array(list(all_features(paths)))
z = np.array([each for each in all_features(paths)])
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    labels[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
