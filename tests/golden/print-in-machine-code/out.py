"""Functions that Numba compiles show something: in these no rank can be asked for, and every process may show it."""
import numba
import numpy as np
import tensorflow as tf
from numba import jit, njit, prange
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


@jit(nopython=True)
def neighbours(points, most):
    found = np.full((len(points), most), -1)
    for i in range(len(points)):
        place = 0
        for j in range(len(points)):
            if place >= most:
                print("more neighbours than there is room for")
                break
            found[i, place] = j
            place += 1
    return found


@njit
def scaled(points):
    print("scaled")
    return points / np.max(points)


@numba.njit(parallel=True)
def doubled(points):
    for i in prange(len(points)):
        points[i] *= 2
    print("doubled")
    return points


def report(text):
    if hvd.rank() == 0:
        print(text)


points = doubled(scaled(np.load("points.npy")))
report("read")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    neighbours(points, 8).astype("float32")[shard],
    points[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
