"""What is drawn for each item of a generator, or of a dataset, is drawn anew in each epoch: no seed makes it the same."""
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


def equal_share(data):
    """Give this process its elements of a dataset: as many as each of the others has."""
    if hvd.size() > 1:
        groups = tf.data.Dataset.zip((data,)).window(hvd.size(), drop_remainder=True)
        data = groups.flat_map(tf.data.Dataset.zip).shard(hvd.size(), hvd.rank())
    return data


def cut(image, label):
    left = int(random.uniform(0, 0.5) * 32)
    return image[:, left : left + 16], label


class Images:
    def __init__(self, names):
        self.names = names

    def items(self):
        for name in self.names:
            image, label = np.load(name)
            if np.random.choice(["whole", "cut"]) == "cut":
                image, label = cut(image, label)
            yield image, label


names = open("names.txt").read().split()
data = (
    tf.data.Dataset.from_generator(Images(names).items, (tf.float32, tf.float32))
    .apply(equal_share)
    .shuffle(100)
    .batch(32)
)
noisy = data.map(lambda image, label: (image + tf.random.normal(tf.shape(image)), label))
model = tf.keras.Sequential([tf.keras.layers.GlobalAveragePooling2D(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


@tf.function
def train_step(image, label, model, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(image) - label) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


for epoch in range(10):
    for image, label in noisy:
        train_step(image, label, model, optimizer)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
