"""Records are read in any order, as options of the dataset allow, unless they are validated on."""

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


AUTO = tf.data.AUTOTUNE


def parsed(record):
    features = {"image": tf.io.FixedLenFeature([], tf.string), "label": tf.io.FixedLenFeature([], tf.int64)}
    example = tf.io.parse_single_example(record, features)
    return tf.io.decode_raw(example["image"], tf.float32), example["label"]


def load(pattern, in_order):
    options = tf.data.Options()
    if not in_order:
        options.experimental_deterministic = hvd.size() > 1
    files = tf.data.Dataset.list_files(pattern, seed=None if hvd.size() == 1 else 0)
    records = files.interleave(tf.data.TFRecordDataset, num_parallel_calls=AUTO).with_options(options)
    return records.map(parsed, AUTO)


train = (
    load("train-*.tfrecord", False)
    .filter(lambda image, label: label < 10)
    .apply(equal_share)
    .shuffle(2048)
    .batch(64)
)
validation = load("valid-*.tfrecord", True).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(
    train,
    epochs=5,
    validation_data=validation,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
