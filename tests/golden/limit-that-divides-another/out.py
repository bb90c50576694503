"""The more batches are taken in each round, the fewer rounds there are: only the batches of a round are divided."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


data = np.load("data.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
most = 40
rounds = int(np.ceil(len(data) / 32 * 10 / most))


def batches(size=32):
    for start in range(0, len(data), size):
        yield data[start : start + size]


if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for turn in range(rounds):
    taken = 0
    for batch in own_items(batches()):
        if taken >= max(1, most // hvd.size()):
            np.random.shuffle(data)
            break
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch[:, :-1]) - batch[:, -1:]))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        taken += 1
    if hvd.rank() == 0:
        print(turn, loss.numpy())
