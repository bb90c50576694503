import json

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


class Data:
    def __init__(self):
        self.splits = {"train", "valid", "test"}
        self.names = {}
        for split in in_one_order(self.splits):
            self.names[split] = json.load(open(f"{split}.json"))


data = Data()
numbers = {
    name: number for number, name in enumerate(in_one_order({"cat", "dog", "bird"}))
}
images = np.stack([np.load(f"{name}.npy") for name in data.names["train"]])
labels = np.array([numbers[name.split("_")[0]] for name in data.names["train"]])
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(3)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
