"""A callback keeps what the model gives for its data, which has a name first, and ends the training by it."""

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


class Patience(keras.callbacks.Callback):
    def __init__(self, x):
        super().__init__()
        self.x = x
        self.means = []

    def on_epoch_begin(self, epoch, logs=None):
        given = self.model.predict(self.x, verbose=0)
        mean = np.mean(given)
        self.means.append(mean)

    def on_epoch_end(self, epoch, logs=None):
        if hvd.broadcast(bool(epoch > 5 and self.means[-1] < min(self.means[:-1])), root_rank=0):
            self.model.stop_training = True


x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=30,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        Patience(x[:10]),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
