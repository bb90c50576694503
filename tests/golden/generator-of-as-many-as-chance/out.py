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


images = np.load("images.npy").astype("float32")


def pairs():
    for place, image in enumerate(images):
        reach = random.randint(1, 5)
        for other in images[max(0, place - reach) : place]:
            yield image, other


def samples():
    for image, other in pairs():
        if np.random.rand() < 0.5:
            image = image[::-1]
        if np.random.rand() < 0.1:
            continue
        yield np.stack([image, other])


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(3):
    for batch in own_items(samples()):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
