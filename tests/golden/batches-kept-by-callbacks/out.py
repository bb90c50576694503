"""Callbacks keep the batch that Keras counts, or a count of all epochs made of it, and ask for it in another method."""

import os

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
    """Lets the rate fall by the steps of all epochs."""

    def __init__(self, top, total):
        super().__init__()
        self.top, self.total = top, total

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_begin(self, batch, logs=None):
        per_epoch = self.params["steps"]
        taken = self.epoch * per_epoch + batch
        tf.keras.backend.set_value(
            self.model.optimizer.learning_rate, self.top * (1 - taken * hvd.size() / self.total) * hvd.size()
        )


class FallingInPlace(Falling):
    """Does so without a name for what has been taken."""

    def on_train_batch_begin(self, batch, logs=None):
        rate = self.top * (1 - (self.epoch * self.params["steps"] + batch) * hvd.size() / self.total)
        tf.keras.backend.set_value(self.model.optimizer.learning_rate, rate * hvd.size())


class Keeping(tf.keras.callbacks.Callback):
    """Saves the weights once in a number of steps, that after the first of them included."""

    def __init__(self, interval):
        super().__init__()
        self.interval = interval
        self.taken = 0

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_begin(self, batch, logs=None):
        self.taken = self.epoch * self.params["steps"] + batch + 1

    def on_train_batch_end(self, batch, logs=None):
        if self.taken % max(1, self.interval // hvd.size()) == 0:
            path = os.path.join("weights", "%06i.h5" % (self.taken * hvd.size()))
            if hvd.rank() == 0:
                self.model.save_weights(path)


class Telling(tf.keras.callbacks.Callback):
    """Tells the loss once in a number of steps of an epoch."""

    def on_train_batch_end(self, batch, logs=None):
        step = batch + 1
        if step % max(1, 50 // hvd.size()) == 0 and hvd.rank() == 0:
            print(logs["loss"])


class Growing(tf.keras.callbacks.Callback):
    """Lets the rate grow with the batches of an epoch."""

    def on_train_batch_begin(self, batch, logs=None):
        self.batch = batch

    def on_train_batch_end(self, batch, logs=None):
        tf.keras.backend.set_value(
            self.model.optimizer.learning_rate, 0.1 * min(1, self.batch * hvd.size() / 1000) * hvd.size()
        )


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
fit(Falling(0.1, 20000))
fit(FallingInPlace(0.1, 20000))
fit(Keeping(1000))
fit(Telling())
fit(Growing())
