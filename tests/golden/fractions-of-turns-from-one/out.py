"""Fractions of the number of turns, which are numbered from one, and a weight that a function computes from the turn before."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.load("samples.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
weight = tf.Variable(0.0, trainable=False)
steps, epochs = 20000, 40


def fade_in(step, n_steps):
    weight.assign(step / float(n_steps - 1))


for step in range(1, max(1, steps // hvd.size()) + 1):
    fade_in(step * hvd.size() - 1, steps)
    batch = samples[np.random.randint(0, len(samples), 32)]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(weight * tf.square(model(batch) - batch))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if max(1, steps // hvd.size()) * 0.5 <= step - 1 <= max(1, steps // hvd.size()) * 0.6:
        optimizer.learning_rate.assign(0.001 * hvd.size())
    if step % (max(1, steps // hvd.size()) // epochs) == 0 and hvd.rank() == 0:
        model.save_weights("model")
