"""A callback that reads the rate when Keras hands it the model, and computes the later ones from that."""

import math

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


class Cycles(keras.callbacks.Callback):
    def __init__(self, period):
        super().__init__()
        self.period = period

    def set_model(self, model):
        self.model = model
        self.base = float(keras.backend.get_value(self.model.optimizer.lr))

    def on_epoch_begin(self, epoch, logs=None):
        keras.backend.set_value(self.model.optimizer.lr, self.rate(epoch))

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.period == 0:
            keras.backend.set_value(self.model.optimizer.lr, self.base)

    def rate(self, epoch):
        turned = math.pi * (epoch % self.period) / self.period
        return self.base / 2 * (math.cos(turned) + 1)


model = keras.Sequential([keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=30,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Cycles(5)],
    verbose=1 if hvd.rank() == 0 else 0,
)
