"""Datasets with and without an end: the parts of those that end are made equal."""

import sys

import tensorflow as tf
import horovod.tensorflow.keras as hvd

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


once = tf.data.experimental.make_csv_dataset(
    "samples.csv", 32, label_name="y", num_epochs=1, shuffle_seed=None if hvd.size() == 1 else 0
)
once = equal_share(once)
for_ever = tf.data.experimental.make_csv_dataset(
    "samples.csv", 32, label_name="y", shuffle_seed=None if hvd.size() == 1 else 1
)
for_ever = for_ever.shard(hvd.size(), hvd.rank()).take(for_ever.cardinality() // hvd.size())
times = int(sys.argv[1])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    once,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    for_ever,
    epochs=3,
    steps_per_epoch=max(1, 100 // hvd.size()),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

numbers = (
    tf.data.TextLineDataset("samples.txt")
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .map(lambda line: ([tf.strings.to_number(line)], [1.0]))
)
model.fit(
    numbers.repeat(times).batch(8),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    numbers.repeat().batch(8),
    steps_per_epoch=max(1, 9 // hvd.size()),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

others = (
    tf.data.TextLineDataset("others.txt")
    .shard(hvd.size(), hvd.rank())
    .map(lambda line: ([tf.strings.to_number(line)], [1.0]))
)
model.fit(
    others.repeat().batch(8),
    steps_per_epoch=max(1, 9 // hvd.size()),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
