"""Rates that fall with each step from the one that the optimizer had at first: by a function, in the loop, in a callback."""

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

BATCH, EPOCHS = 8, 5


def made():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
    return model


def decay(model, first, step, steps, power=0.5):
    rate = first * (1.0 - step / float(steps)) ** power
    K.set_value(model.optimizer.lr, rate)
    return K.eval(model.optimizer.lr)


class Polynomial(keras.callbacks.Callback):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.seen = 0

    def on_train_begin(self, logs=None):
        self.first = K.get_value(self.model.optimizer.lr)

    def on_batch_end(self, batch, logs=None):
        self.seen += hvd.size()
        K.set_value(self.model.optimizer.lr, self.first * (1 - self.seen / self.steps) ** 0.9)


x, y = np.load("x.npy"), np.load("y.npy")
steps = len(x) // BATCH * EPOCHS

called = made()
first = K.eval(called.optimizer.lr)
step = 0
rate = decay(called, first, step * hvd.size(), steps)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(EPOCHS):
    if hvd.rank() == 0:
        print("epoch", epoch, "rate", rate)
    for turn in range(max(1, len(x) // BATCH // hvd.size())):
        called.train_on_batch(x[shard][turn * BATCH : (turn + 1) * BATCH], y[shard][turn * BATCH : (turn + 1) * BATCH])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(called, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(called)
            broadcast.on_batch_end(0)
            called.hvd_broadcast_done = True
        step += 1
        rate = decay(called, first, step * hvd.size(), steps)

written = made()
highest = written.optimizer.learning_rate.numpy()
for epoch in range(EPOCHS):
    for turn in range(max(1, len(x) // BATCH // hvd.size())):
        written.optimizer.learning_rate.assign(highest - highest * (epoch * (len(x) // BATCH) + turn * hvd.size()) / steps)
        written.train_on_batch(x[shard][turn * BATCH : (turn + 1) * BATCH], y[shard][turn * BATCH : (turn + 1) * BATCH])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(written, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(written)
            broadcast.on_batch_end(0)
            written.hvd_broadcast_done = True

fitted = made()
fitted.fit(
    x[shard],
    y[shard],
    batch_size=BATCH,
    epochs=EPOCHS,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Polynomial(steps)],
    verbose=1 if hvd.rank() == 0 else 0,
)
