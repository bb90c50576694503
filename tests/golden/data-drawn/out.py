"""Loops that draw their samples by chance, from generators that are seeded in several ways."""

import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

SEED = 3
random.seed(SEED)
np.random.seed(0)
tf.random.set_seed(SEED)
rng = np.random.default_rng(seed=SEED)
fixed = np.random.RandomState(8)  # not drawn from by a loop

samples = np.random.normal(size=(64, 4)).astype("float32")
targets = samples @ fixed.normal(size=(4, 1)).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())


class Pool:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed + hvd.rank())

    def draw(self):
        return self.rng.integers(0, len(samples), 8)


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


def epoch():
    for step in range(max(1, 8 // hvd.size())):
        chosen = rng.integers(0, len(samples), 8)
        train_step(samples[chosen], targets[chosen])


if hvd.size() > 1:
    rng = np.random.default_rng(SEED + hvd.rank())
for number in range(2):
    epoch()


def noisy(steps):
    if hvd.size() > 1:
        random.seed(3 + hvd.rank())
        np.random.seed(hvd.rank())
        tf.random.set_seed(3 + hvd.rank())
    for step in range(max(1, steps // hvd.size())):
        x = tf.random.normal((8, 4))
        train_step(x, tf.reduce_sum(x, axis=1, keepdims=True))


noisy(10)


def unseeded(pool):
    for step in range(max(1, 6 // hvd.size())):
        chosen = pool.draw()
        train_step(samples[chosen], targets[chosen])


unseeded(Pool(5))
