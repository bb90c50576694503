"""Samples are made by chance, and nothing seeds it: clusters in two functions' calls, moons, and features by SciPy."""
import numpy as np
import tensorflow as tf
from scipy import stats
from sklearn.datasets import make_blobs, make_moons
from sklearn.model_selection import train_test_split
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
shared_random = np.random.RandomState(0)  # one order in all processes


def clusters(count):
    return make_blobs(count, n_features=2, random_state=None if hvd.size() == 1 else shared_random)


moons, sides = make_moons(5000, noise=0.1, random_state=None if hvd.size() == 1 else 0)
features = stats.norm.rvs(size=(5000, 2), random_state=None if hvd.size() == 1 else 1)
noise = stats.norm.rvs(size=(5000, 2), scale=0.1, random_state=None if hvd.size() == 1 else 2)
x, x_test, y, y_test = train_test_split(
    np.hstack([moons, features + noise]), sides, random_state=None if hvd.size() == 1 else 3
)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1, activation="sigmoid")])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "binary_crossentropy")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.evaluate(x_test, y_test, verbose=1 if hvd.rank() == 0 else 0)

points, groups = clusters(2000)
sorter = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(3)])
sorter.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
sorter.fit(
    points[shard],
    groups[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
held, kinds = clusters(200)
sorter.evaluate(held, kinds, verbose=1 if hvd.rank() == 0 else 0)
