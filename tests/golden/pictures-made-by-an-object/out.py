import random

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


class Shifted:
    def __init__(self, most):
        self.most = most

    def __call__(self, picture):
        if random.random() < 0.5:
            picture = tf.roll(picture, tf.cast(tf.random.uniform([]) * self.most, tf.int32), axis=0).numpy()
        return tf.convert_to_tensor(picture)


class Pictures:
    def __init__(self, names, transform):
        self.names = names
        self.transform = transform

    def batches(self, size):
        for start in range(0, len(self.names) - size + 1, size):
            pictures = [np.load(name) for name in self.names[start : start + size]]
            yield [self.transform(each) for each in pictures], [each.mean() for each in pictures]


names = ["%03d.npy" % i for i in range(1000)]
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for pictures, means in own_items(Pictures(names, Shifted(8)).batches(20)):
    with tf.GradientTape() as tape:
        found = model(tf.stack(pictures), training=True)
        loss = tf.reduce_mean(tf.square(found[:, 0] - tf.stack(means)))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
