"""Orders by generators whose seed is another in each process: that of the time, one that chance gives, none at all."""

import random
import time

import numpy as np
from sklearn.utils import shuffle
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples, labels = shuffle(np.load("a.npy"), np.load("b.npy"), random_state=int(time.time()))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    labels[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

more = np.load("c.npy")
seed = random.randint(0, 99)
random.Random(seed).shuffle(more)
other = keras.Sequential([keras.layers.Dense(1)])
other.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(more) // hvd.size() * hvd.size(), hvd.size())
other.fit(
    more[shard],
    more[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

last = np.load("d.npy")
generator = random.Random()
generator.shuffle(last)
third = keras.Sequential([keras.layers.Dense(1)])
third.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(last) // hvd.size() * hvd.size(), hvd.size())
third.fit(
    last[shard],
    last[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

known = np.load("e.npy")
random.Random(7).shuffle(known)
fourth = keras.Sequential([keras.layers.Dense(1)])
fourth.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(known) // hvd.size() * hvd.size(), hvd.size())
fourth.fit(
    known[shard],
    known[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
