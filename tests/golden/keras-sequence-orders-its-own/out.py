"""A sequence that orders the samples that it is given: each process its own, another order in each epoch."""
import math

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Images(tf.keras.utils.Sequence):
    def __init__(self, paths, labels, size, shuffle=True):
        self.paths, self.labels, self.size, self.shuffle = paths, labels, size, shuffle
        self.on_epoch_end()

    def __len__(self):
        return math.ceil(len(self.paths) / self.size)

    def __getitem__(self, place):
        chosen = self.order[place * self.size : (place + 1) * self.size]
        return np.array([np.load(path) for path in self.paths[chosen]]), self.labels[chosen]

    def on_epoch_end(self):
        self.order = np.arange(len(self.paths))
        if self.shuffle:
            np.random.shuffle(self.order)


paths, labels = np.load("paths.npy"), np.load("labels.npy")
order = np.random.RandomState(0).permutation(len(paths))
paths, labels = paths[order], labels[order]
first = len(paths) // 10
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
train = Images(paths[first:][shard], labels[first:][shard], 32)
validation = Images(paths[:first], labels[:first], 32, shuffle=False)
model = tf.keras.applications.MobileNetV2(weights=None, classes=10)
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(
    train,
    validation_data=validation,
    epochs=20,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
