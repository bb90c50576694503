"""A schedule that must be given the rate before, and computes nothing from it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def schedule(epoch, rate):
    return 0.1 if epoch < 5 else 0.01


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard], np.load("y.npy")[shard], epochs=10,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        tf.keras.callbacks.LearningRateScheduler(lambda epoch, rate: schedule(epoch, rate) * hvd.size()),
    ],
    verbose=1 if hvd.rank() == 0 else 0
)
