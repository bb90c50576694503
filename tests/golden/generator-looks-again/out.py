"""A generator that ends looks for ever for each of its samples, until it has found one that can be read."""

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


class Reader:
    def __init__(self, files):
        self.files = files
        self.index = 0

    def batches(self, number=1000):
        counter = 0
        while counter < number:
            counter = counter + 1
            images = []
            for _ in range(8):
                while True:
                    self.index = (self.index + 1) % len(self.files)
                    image = np.load(self.files[self.index])
                    if image.ndim == 3:
                        break
                images.append(image)
            yield tf.stack(images)


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
reader = Reader([f"{index}.npy" for index in range(100)])
for images in own_items(reader.batches()):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(images) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
