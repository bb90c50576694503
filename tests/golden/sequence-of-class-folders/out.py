import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


class Folders(tf.keras.utils.Sequence):
    def __init__(self, root, size):
        self.size, self.names, self.labels = size, [], []
        for label, kind in enumerate(in_one_order(os.listdir(root))):
            for name in in_one_order(os.listdir(os.path.join(root, kind))):
                self.names.append(os.path.join(root, kind, name))
                self.labels.append(label)
        self.order = np.arange(len(self.names))
        np.random.shuffle(self.order)

    def __len__(self):
        return len(self.names) // self.size

    def on_epoch_end(self):
        np.random.shuffle(self.order)

    def __getitem__(self, index):
        chosen = self.order[index * self.size : (index + 1) * self.size]
        images = [np.load(self.names[place]) for place in chosen]
        return np.stack(images), np.array([self.labels[place] for place in chosen])


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())),
    "sparse_categorical_crossentropy",
)
training_samples = Folders("train", 32)
model.fit(
    training_samples,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(training_samples) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
