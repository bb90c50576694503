"""Objects that give the rate of an epoch when they are called: made in place, named, and one that counts its calls."""
import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Steps:
    def __init__(self, epochs, rate):
        self.epochs = epochs
        self.rate = rate

    def __call__(self, epoch):
        if epoch < self.epochs // 2:
            return self.rate
        return self.rate * 0.1


class Falling:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, epoch):
        self.rate *= 0.9
        return self.rate


data = np.load("data.npz")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.05 * hvd.size())), "mse")
falling = Falling(0.05)
if "--falling" in sys.argv:
    scheduler = tf.keras.callbacks.LearningRateScheduler(lambda epoch: falling(epoch) * hvd.size())
else:
    scheduler = tf.keras.callbacks.LearningRateScheduler(lambda epoch: Steps(30, 0.05)(epoch) * hvd.size())
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    data["x"][shard],
    data["y"][shard],
    epochs=30,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), scheduler],
    verbose=1 if hvd.rank() == 0 else 0,
)
