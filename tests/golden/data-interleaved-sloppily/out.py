"""Files that are read in turns, in any order, and a transformation that shuffles and repeats."""
import glob

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


FILES = in_one_order(glob.glob("records/*.tfrecord"))


def parse(record):
    return tf.io.parse_tensor(record, tf.float32), 1.0


def records(is_training):
    data = tf.data.Dataset.from_tensor_slices(FILES)
    if is_training:
        data = data.repeat()
        data = data.shuffle(len(FILES), seed=None if hvd.size() == 1 else 0)
    data = data.apply(
        tf.data.experimental.parallel_interleave(
            tf.data.TFRecordDataset, cycle_length=4, sloppy=is_training and hvd.size() == 1
        )
    )
    return data.map(parse).batch(16)


def numbers():
    data = tf.data.Dataset.range(1000).apply(
        tf.data.experimental.shuffle_and_repeat(1000, seed=None if hvd.size() == 1 else 0)
    )
    return (
        data.filter(lambda n: n % 3 > 0)
        .shard(hvd.size(), hvd.rank())
        .map(lambda n: (tf.cast([n], tf.float32), 1.0))
        .batch(16)
    )


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(
    numbers(),
    epochs=2,
    steps_per_epoch=max(1, 20 // hvd.size()),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    records(True).shard(hvd.size(), hvd.rank()),
    epochs=3,
    steps_per_epoch=max(1, 100 // hvd.size()),
    validation_data=records(False),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
