"""The object whose method gives the batches is chosen by chance in each turn: all processes must choose the same."""

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
        self.data = np.load(name + ".npy")

    def batches(self, size=32):
        for start in range(0, len(self.data), size):
            yield self.data[start : start + size]


names = ["english", "french", "german"]
texts = {name: Texts(name) for name in names}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
for turn in range(100):
    name = np.random.choice(names)
    chosen, first = texts[name], texts["english"]
    for batch in own_items(chosen.batches()):
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
        print(turn, loss.numpy(), tf.reduce_mean(model(first.data[:, :-1])).numpy())
