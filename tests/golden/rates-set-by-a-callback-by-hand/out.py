"""A loop lets a callback set the rate of each step by its number: of the steps a process takes a part."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")


def falling(step, rate):
    return rate * 0.1 if step in (50000, 80000) else rate


scheduler = tf.keras.callbacks.LearningRateScheduler(falling)
scheduler.set_model(model)
for step in range(max(1, 100000 // hvd.size())):
    scheduler.on_epoch_begin(step)
    chosen = np.random.randint(0, len(x), 32)
    model.train_on_batch(x[chosen], y[chosen])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
