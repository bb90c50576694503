"""Callbacks that set the rate to what they have read before: at the start, twice on the way, and in one branch only."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Decay(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.first = K.get_value(self.model.optimizer.lr)

    def on_epoch_begin(self, epoch, logs=None):
        K.set_value(self.model.optimizer.lr, self.first * 0.9**epoch)


class Warm(tf.keras.callbacks.Callback):
    def __init__(self, first):
        super().__init__()
        self.first = first

    def on_epoch_begin(self, epoch, logs=None):
        if epoch < 3:
            K.set_value(self.model.optimizer.lr, self.first * (epoch + 1) * hvd.size())


class Plateau(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.best = np.inf

    def on_epoch_end(self, epoch, logs=None):
        now = K.get_value(self.model.optimizer.lr)
        if hvd.rank() == 0:
            print("rate", now)
        if logs["loss"] < self.best:
            self.best = logs["loss"]
        else:
            now = K.get_value(self.model.optimizer.lr)
            new = now * 0.5
            K.set_value(self.model.optimizer.lr, new)


class Late(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        rate = 0.01
        if epoch > 20:
            rate = K.get_value(self.model.optimizer.lr) / 2
        K.set_value(self.model.optimizer.lr, rate)


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=30,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        Warm(0.02),
        Decay(),
        Plateau(),
        Late(),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
