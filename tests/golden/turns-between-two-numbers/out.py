"""Turns between two numbers: both are divided, as the one of a single comparison is."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())


def train(steps):
    for step in range(max(1, steps // hvd.size())):
        x = samples[np.random.choice(len(samples), 32)]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
            if (
                step <= max(1, steps // hvd.size()) * 0.1
                or max(1, steps // hvd.size()) * 0.5 <= step <= max(
                    1, steps // hvd.size()
                ) * 0.6
            ):
                loss += 0.1 * tf.reduce_sum(tf.square(model.trainable_variables[0]))
            if 300 // hvd.size() < step < 500 // hvd.size():
                loss *= 2.0
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print("loss", loss.numpy())


train(1000)
train(2000)
