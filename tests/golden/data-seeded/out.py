"""Data that can only be divided after they were shuffled: the shuffling gets a seed."""

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")


def parse(record):
    features = tf.io.parse_single_example(record, {"x": tf.io.FixedLenFeature([2], tf.float32)})
    return features["x"] / 36, features["x"][1:]


files = tf.data.Dataset.list_files("train-*.tfrecord", seed=None if hvd.size() == 1 else 0)
records = files.interleave(tf.data.TFRecordDataset, cycle_length=3)
records = records.batch(hvd.size(), drop_remainder=True).unbatch().shard(hvd.size(), hvd.rank())
model.fit(
    records.map(parse).shuffle(50).batch(4),
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)

numbers = tf.data.Dataset.range(50).map(lambda i: (tf.cast([i], tf.float32) / 50, tf.cast([i], tf.float32) / 50))
numbers = numbers.shuffle(50, None if hvd.size() == 1 else 2, reshuffle_each_iteration=False)
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
other.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
other.fit(
    numbers.take(35)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(5),
    validation_data=numbers.skip(35).batch(5),
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
