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

PART = 1600


def load(names):
    parts = [np.load(name) for name in names]
    return np.concatenate([part["x"] for part in parts]), np.concatenate([part["y"] for part in parts])


names = sorted(["c.npz", "a.npz", "b.npz", "d.npz"])
x, y = load(["all.npz"])
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
for epoch in range(10):
    for start in range(0, len(x), PART):
        # Horovod: this process's samples; the last that not all can have are left out
        shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
        model.fit(
            x[start : start + PART][shard],
            y[start : start + PART][shard],
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
    for index in range(0, len(names), 2):
        samples, targets = load(names[index : index + 2])
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            samples[shard],
            targets[shard],
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
if hvd.rank() == 0:
    model.save("model.h5")
