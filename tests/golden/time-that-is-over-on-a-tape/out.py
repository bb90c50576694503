"""A loop without an end is left when the minutes of its options are over; a schedule counts its steps."""

import argparse
import time

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--minutes", type=float, default=30)
options = parser.parse_args()

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(
    tf.keras.optimizers.schedules.ExponentialDecay(0.001 * hvd.size(), 1000 / hvd.size(), 0.96)
)
start, steps = time.perf_counter(), 0
while True:
    if hvd.broadcast(bool(time.perf_counter() - start >= 60 * options.minutes / hvd.size()), root_rank=0):
        break
    chosen = np.random.choice(len(x), 32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x[chosen]) - y[chosen]))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    steps += 1
    if steps % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
        model.save_weights("model.h5")
