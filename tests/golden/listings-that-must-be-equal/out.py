import os
import random

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


random.seed(7)
names = in_one_order(os.listdir("images"))
assert names == in_one_order(os.listdir("labels")), "images without labels"
assert len(names) == len(os.listdir("depths"))
random.shuffle(names)


def read(name):
    image = tf.io.decode_png(tf.io.read_file("images/" + name)) / 255
    label = tf.io.decode_png(tf.io.read_file("labels/" + name)) / 255
    return image, label


data = (
    tf.data.Dataset.from_tensor_slices(names)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .map(read)
    .batch(8)
)
model = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3, padding="same")])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
model.fit(
    data,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
