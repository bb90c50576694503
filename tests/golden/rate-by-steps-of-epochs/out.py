"""Callbacks compute the rate by how many steps Keras counts in an epoch, and by no count of steps."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Falling(tf.keras.callbacks.Callback):
    """Lets the rate fall until a number of steps, epoch by epoch."""

    def on_epoch_begin(self, epoch, logs=None):
        self.model.optimizer.learning_rate = (
            0.1 * (1 - epoch * self.params["steps"] / 20000) * hvd.size()
        )


class FallingBySum(tf.keras.callbacks.Callback):
    """Does so by a sum of the steps of all epochs."""

    taken = 0

    def on_epoch_end(self, epoch, logs=None):
        self.taken += self.params["steps"]
        self.model.optimizer.learning_rate = 0.1 * (1 - self.taken / 20000) * hvd.size()


class Rising(tf.keras.callbacks.Callback):
    """Lets the rate grow with the part of an epoch that is over."""

    def on_train_batch_begin(self, batch, logs=None):
        self.model.optimizer.learning_rate = 0.1 * batch / self.params["steps"] * hvd.size()


def fit(callback):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        samples[shard],
        values[shard],
        epochs=10,
        batch_size=32,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), callback],
        verbose=1 if hvd.rank() == 0 else 0,
    )


samples, values = np.load("samples.npy"), np.load("values.npy")
fit(Falling())
fit(FallingBySum())
fit(Rising())
