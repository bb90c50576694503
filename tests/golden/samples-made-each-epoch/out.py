"""Samples are turned by chance in each epoch, in a function that is called for each, and another one tests."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 32


def turned(x):
    angles = np.random.uniform(size=len(x))
    return x * np.cos(angles)[:, None]


def train(model, optimizer, x, y):
    x = turned(x)
    shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
    for i in range(max(1, len(x) // BATCH // hvd.size())):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(
                (model(x[shard][i * BATCH : (i + 1) * BATCH]) - y[shard][i * BATCH : (i + 1) * BATCH]) ** 2
            )
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
for epoch in range(20):
    train(model, optimizer, x, y)
    if hvd.rank() == 0:
        model.save_weights(f"weights-{epoch}")
