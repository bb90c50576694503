"""A generator reads what chance has left of the samples: all processes must have left the same, or take unequal turns."""

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


class Texts:
    def __init__(self, name):
        whole = np.load(name)
        self.data = whole[np.random.rand(len(whole)) < 0.9]

    def batches(self, size=32):
        for start in range(0, len(self.data), size):
            batch = self.data[start : start + size]
            yield batch + 0.01 * np.random.randn(*batch.shape)


if hvd.size() > 1:
    np.random.seed(1)  # the same data in all processes
texts = Texts("texts.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

if hvd.size() > 1:
    np.random.seed(hvd.rank())
for epoch in range(100):
    for batch in own_items(texts.batches()):
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
    if hvd.rank() == 0:
        print(epoch, loss.numpy())
