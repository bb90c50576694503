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


def load(shuffled, checked):
    samples, targets = np.load("small.npy"), np.load("small_targets.npy")
    if shuffled:
        if hvd.rank() == 0:
            print("shuffled")
    elif checked:
        return samples, targets
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    order = np.random.permutation(len(samples))
    return samples[order], targets[order]


samples, targets = load(True, True)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    targets[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
