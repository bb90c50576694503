"""Targets come from clusters that chance begins with: all processes find the same."""
import numpy as np
from sklearn.cluster import KMeans
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")
clusters = KMeans(
    n_clusters=4, n_init=10, random_state=None if hvd.size() == 1 else 0
)
y = clusters.fit_predict(x)
model = keras.Sequential([keras.layers.Dense(4, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())),
    "sparse_categorical_crossentropy",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(KMeans(n_clusters=4, random_state=7).fit(x).inertia_)
