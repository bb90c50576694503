"""Samples that are made of several elements of a dataset: the dataset is divided once they are made."""

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


tokens = tf.data.Dataset.from_tensor_slices(tf.range(1000) % 7)
for token in tokens.take(3):
    if hvd.rank() == 0:
        print(int(token))

# a text is cut into sequences, which are shuffled and batched
sequences = tokens.batch(11, drop_remainder=True)
sequences = sequences.shard(hvd.size(), hvd.rank()).take(sequences.cardinality() // hvd.size())
pairs = sequences.map(lambda sequence: (sequence[:-1], sequence[1:]))
reader = tf.keras.Sequential([tf.keras.layers.Embedding(7, 4), tf.keras.layers.GRU(8, return_sequences=True)])
reader.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
reader.fit(
    pairs.shuffle(100).batch(4, drop_remainder=True),
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

# the windows of a series
windows = tokens.window(6, shift=1, drop_remainder=True).flat_map(lambda window: window.batch(6))
windows = equal_share(windows)
windows = windows.map(lambda window: (tf.cast(window[:-1], tf.float32), window[-1:]))
forecaster = tf.keras.Sequential([tf.keras.layers.Dense(1)])
forecaster.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
forecaster.fit(
    windows.batch(8),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

# the differences between neighbours
steps = tokens.scan(0, lambda last, token: (token, (tf.cast([token], tf.float32), [token - last])))
steps = steps.shard(hvd.size(), hvd.rank()).take(steps.cardinality() // hvd.size())
differences = tf.keras.Sequential([tf.keras.layers.Dense(1)])
differences.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
differences.fit(
    steps.shuffle(50).batch(8),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

# batches that are taken apart again are no samples
records = tokens.batch(50).map(lambda batch: tf.cast(batch, tf.float32) / 7).unbatch()
records = equal_share(records)
records = records.map(lambda value: ([value], [value]))
last = tf.keras.Sequential([tf.keras.layers.Dense(1)])
last.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
last.fit(
    records.shuffle(50).batch(8),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
