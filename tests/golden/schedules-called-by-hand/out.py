"""Schedules that no optimizer is given, and functions of the script, are called with the steps of an optimizer."""

import math

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Cosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base, total):
        self.base, self.total = base, total

    def __call__(self, step):
        return self.base * 0.5 * (1 + tf.cos(math.pi * tf.cast(step, tf.float32) / self.total))


def rate(step, warm=1000):
    return 0.01 * min(1.0, step / warm)


x, y = np.load("x.npy"), np.load("y.npy")
data = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
cosine = Cosine(0.01, 10000)
fading = tf.keras.optimizers.schedules.PolynomialDecay(1.0, 5000, 0.0)
given = tf.keras.optimizers.schedules.ExponentialDecay(0.1 * hvd.size(), 2000 / hvd.size(), 0.9)
other = tf.keras.optimizers.SGD(given)
for epoch in range(10):
    for features, wanted in data:
        step = optimizer.iterations.numpy()
        weight = min(1.0, step * hvd.size() / 5000)
        with tf.GradientTape() as tape:
            loss = (
                weight
                * tf.reduce_mean((model(features) - wanted) ** 2)
                * fading(optimizer.iterations * hvd.size())
            )
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        if epoch < 2:
            optimizer.learning_rate = rate(step * hvd.size()) * hvd.size()
        elif epoch < 4:
            optimizer.learning_rate = rate(optimizer.iterations.numpy() * hvd.size()) * hvd.size()
        elif epoch < 6:
            optimizer.learning_rate = rate(step=optimizer.iterations * hvd.size()) * hvd.size()
        else:
            optimizer.learning_rate.assign(cosine(optimizer.iterations * hvd.size()) * hvd.size())
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        if step % max(1, 100 // hvd.size()) == 0:
            given_result = given(other.iterations)
            if hvd.rank() == 0:
                print("step", step, "of", given_result)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(features) - wanted) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        other.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(other, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(other.variables(), root_rank=0)
            other.hvd_broadcast_done = True
