"""Elements come from a method of an object, and from another that is called: both order their samples by chance."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


class Samples:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self.order = np.arange(len(x))

    def in_turn(self):
        np.random.shuffle(self.order)
        for place in self.order:
            yield self.x[place], self.y[place]


class Crops(Samples):
    def __call__(self):
        for x, y in self.in_turn():
            yield x[:4], y


x, y = np.load("x.npy"), np.load("y.npy")
types, shapes = (tf.float32, tf.float32), ([8], [1])
whole = tf.data.Dataset.from_generator(Samples(x, y).in_turn, output_types=types, output_shapes=shapes)
whole = equal_share(whole)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
model.fit(
    whole.batch(32),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

crops = tf.data.Dataset.from_generator(Crops(x, y), output_types=types, output_shapes=([4], [1]))
crops = equal_share(crops)
other = keras.Sequential([keras.layers.Dense(1)])
other.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
other.fit(
    crops.batch(32),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
