"""A function gives two datasets to train and to validate on, or a single one to test by, as it is told."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def read(names):
    data = tf.data.Dataset.from_tensor_slices(names).map(tf.io.read_file).map(lambda text: tf.io.decode_raw(text, tf.float32))
    return data.shuffle(256, seed=None if hvd.size() == 1 else 0)


def paired(first, second):
    return (
        tf.data.Dataset.zip((read(first), read(second)))
        .shuffle(64, seed=None if hvd.size() == 1 else 0)
        .batch(8, drop_remainder=True)
    )


def datasets(test=False):
    names = [np.loadtxt("sources.txt", dtype=str), np.loadtxt("targets.txt", dtype=str)]
    if not test:
        training, validation = paired(*(each[:800] for each in names)), paired(*(each[800:] for each in names))
        return training, validation
    else:
        return paired(*names)


training, validation = datasets()
model = tf.keras.Sequential([tf.keras.layers.Dense(16)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    training.shard(hvd.size(), hvd.rank()).take(training.cardinality() // hvd.size()),
    validation_data=validation,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
for given, wanted in datasets(True).take(3):
    if hvd.rank() == 0:
        print(tf.reduce_mean(tf.square(model(given) - wanted)))
