"""A rate falls at each step, and its top once in so many steps, or once at all: that is as often as before."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Cyclic(keras.callbacks.Callback):
    def __init__(self, top, length, is_falling=True):
        super().__init__()
        self.top = top
        self.rate = top
        self.length = length
        self.is_falling = is_falling
        self.turn = 0

    def on_train_begin(self, logs=None):
        K.set_value(self.model.optimizer.lr, self.top * hvd.size())

    def on_train_batch_end(self, batch, logs=None):
        self.turn += 1
        if self.is_falling:
            self.rate *= 0.999 ** hvd.size()
        if self.turn % max(1, self.length // hvd.size()) == 0:
            self.top *= 0.5
            self.rate = self.top
        K.set_value(self.model.optimizer.lr, self.rate * hvd.size())


class Drop(keras.callbacks.Callback):
    """Lowers its rate once, at a step."""

    def __init__(self, rate, milestone, mode="steep"):
        super().__init__()
        self.rate = rate
        self.milestone = milestone
        self.mode = mode
        self.turn = 0

    def on_train_batch_end(self, batch, logs=None):
        self.turn += 1
        if self.turn == self.milestone // hvd.size():
            self.rate *= 0.1
        if self.mode == "steep":
            self.rate *= 0.9999 ** hvd.size()
        K.set_value(self.model.optimizer.lr, self.rate * hvd.size())


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Cyclic(0.1, 1000), Drop(0.1, 2000)],
    verbose=1 if hvd.rank() == 0 else 0,
)
