"""A network that is corrected a few times by each batch, as a `while` counts."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

CORRECTIONS = 3
sounds, words = np.load("sounds.npy"), np.load("words.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())

def correct(heard, wanted):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(heard) - wanted))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss

if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(20):
    order = np.random.permutation(len(sounds))
    shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
    for begin in range(0, max(1, len(sounds) // hvd.size()), 8):
        chosen = order[shard][begin : begin + 8]
        heard, wanted = sounds[chosen], words[chosen]
        taken = 0
        while taken < CORRECTIONS:
            loss = correct(heard, wanted)
            taken += 1
    if hvd.rank() == 0:
        print(epoch, float(loss))
