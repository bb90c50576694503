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


def batches(samples, size):
    for start in range(0, len(samples), size):
        batch = samples[start : start + size]
        noise = np.random.normal(size=batch.shape)
        yield batch + 0.01 * noise


class Samples:
    def __init__(self, path):
        self.samples = np.load(path)

    def in_batches(self, size):
        samples = self.samples[:]
        np.random.shuffle(samples)
        return batches(samples, size)


data = Samples("points.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.legacy.SGD(0.01 * hvd.size())
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(10):
    for batch in own_items(data.in_batches(16)):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch) - 1.0))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
