"""Comparisons with their constant on the left, or denied: periods, limits and the last turn."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
step = 0
while not step >= max(1, 20000 // hvd.size()):
    chosen = np.random.randint(0, len(x), 32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x[chosen]) - y[chosen]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        if 0 == step % max(1, 100 // hvd.size()):
            print(step, float(loss))
        if not step % max(1, 1000 // hvd.size()) != max(1, 1000 // hvd.size()) - 1:
            model.save_weights("weights.h5")
    if 10000 // hvd.size() == step:
        optimizer.learning_rate = 1e-4 * hvd.size()
    step += 1
