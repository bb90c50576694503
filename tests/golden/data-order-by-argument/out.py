"""Parallel stages give elements in any order, where an argument says so, and they are windowed afterwards."""

import argparse

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


parser = argparse.ArgumentParser()
parser.add_argument("--reproducible", action="store_true")
options = parser.parse_args()

files = tf.data.Dataset.list_files("train-*.csv", shuffle=False)
lines = files.interleave(tf.data.TextLineDataset, num_parallel_calls=4, deterministic=hvd.size() > 1)
rows = lines.map(
    lambda line: tf.strings.to_number(tf.strings.split(line, ",")), 4, options.reproducible or hvd.size() > 1
)
rows = rows.filter(lambda row: row[0] > 0.0).apply(equal_share).map(lambda row: (row[1:5], row[0]))

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
for epoch in range(10):
    for features, targets in rows.batch(32):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(features)[:, 0] - targets) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
if hvd.rank() == 0:
    model.save_weights("weights.h5")
