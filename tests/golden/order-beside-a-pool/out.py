"""A generator orders its samples by the generator of random numbers that the training draws from as well."""

import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes
common_random = random if hvd.size() == 1 else random.Random(0)  # one order in all processes


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Images:
    def __init__(self, paths):
        self.paths = paths
        self.pool = []

    def batches(self, size):
        count = len(self.paths) // size
        paths = common_np_random.choice(self.paths, count * size, replace=False)
        for turn in range(count):
            batch = [np.load(path) for path in paths[turn * size : (turn + 1) * size]]
            if np.random.random() > 0.5:
                batch = [np.fliplr(image) for image in batch]
            yield np.array(batch)

    def rows(self, size):
        for path in common_random.sample(self.paths, len(self.paths)):
            yield np.load(path)[:size]

    def pooled(self, images):
        self.pool.append(images)
        return images if random.random() > 0.5 else self.pool[np.random.randint(0, len(self.pool))]


images = Images([f"images/{number}.npy" for number in range(1000)])
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
for epoch in range(10):
    for batch in own_items(images.batches(8)):
        model.train_on_batch(images.pooled(batch), np.ones(8))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    for rows in own_items(images.rows(8)):
        model.train_on_batch(images.pooled(rows), np.ones(8))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
if hvd.rank() == 0:
    model.save("model.keras")
