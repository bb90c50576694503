"""Files that a function orders by chance, called by itself and in a loop."""

import glob
import random

import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def read(pattern):
    names = sorted(glob.glob(pattern))
    random.shuffle(names)
    return (
        tf.data.TFRecordDataset(names)
        .batch(hvd.size(), drop_remainder=True)
        .unbatch()
        .shard(hvd.size(), hvd.rank())
        .map(lambda record: tf.io.decode_raw(record, tf.float32))
        .batch(32)
    )


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
first = read("first/*.tfrecord")
model.fit(
    tf.data.Dataset.zip((first, first)),
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
for _ in range(3):
    model.fit(
        tf.data.Dataset.zip((read("x/*.tfrecord"), read("y/*.tfrecord"))),
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
