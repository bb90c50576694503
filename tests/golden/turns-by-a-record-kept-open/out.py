"""How many epochs are left the number of lines says of a file that stays open for writing."""

import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def left():
    if os.path.exists("losses.txt"):
        with open("losses.txt") as kept:
            return 10 - len(kept.readlines())
    return 10


images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
epochs = left()
barrier()  # until every process has read losses.txt
losses = open("losses.txt" if hvd.rank() == 0 else os.devnull, "a")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
epochs = int(hvd.broadcast(epochs, root_rank=0))  # as many as rank 0 has left
for epoch in range(epochs):
    order = np.random.permutation(len(images))
    shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
    for start in range(0, max(1, len(images) // hvd.size()), 32):
        rows = order[shard][start : start + 32]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(images[rows]) - labels[rows]))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    losses.write(f"{float(loss)}\n")
