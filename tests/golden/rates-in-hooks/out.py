"""Callbacks set the rate by the batch that Keras counts: by the steps of all epochs, and by the part of an epoch."""
import math

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Cosine(tf.keras.callbacks.Callback):
    """Lets the rate fall until a number of steps."""

    def __init__(self, top, total):
        super().__init__()
        self.top, self.total = top, total
        self.epoch = 0

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_begin(self, batch, logs=None):
        taken = batch + self.epoch * self.params["steps"]
        rate = self.top * 0.5 * (1 + math.cos(math.pi * (taken * hvd.size()) / self.total))
        tf.keras.backend.set_value(self.model.optimizer.learning_rate, rate * hvd.size())


class Ramp(tf.keras.callbacks.Callback):
    """Lets the rate grow in each epoch."""

    def on_train_batch_begin(self, batch, logs=None):
        part = batch / self.params["steps"]
        tf.keras.backend.set_value(self.model.optimizer.learning_rate, 0.1 * part * hvd.size())


def fit(x, y, callback):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=10,
        batch_size=32,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), callback],
        verbose=1 if hvd.rank() == 0 else 0,
    )


rows = tf.ones([640, 2]).numpy()
fit(rows, rows[:, :1], Cosine(0.1, 200))
fit(rows, rows[:, :1], Ramp())
