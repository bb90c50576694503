"""A callback anneals the weight of a loss by a number of its own, with each batch."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
x = np.load("x.npy")
weight = K.variable(0.0)
model = keras.Sequential([keras.layers.Dense(4)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
    lambda t, p: weight * K.mean(K.square(t - p)),
)


class Anneal(keras.callbacks.Callback):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight
        self.value = 0.0

    def on_batch_end(self, batch, logs=None):
        self.value = min(self.value + 1e-4 * hvd.size(), 1.0)
        K.set_value(self.weight, self.value)


shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :4][shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Anneal(weight)],
    verbose=1 if hvd.rank() == 0 else 0,
)
