"""Records are read in any order, as options of the dataset allow, unless they are validated on."""

import tensorflow as tf

AUTO = tf.data.AUTOTUNE


def parsed(record):
    features = {"image": tf.io.FixedLenFeature([], tf.string), "label": tf.io.FixedLenFeature([], tf.int64)}
    example = tf.io.parse_single_example(record, features)
    return tf.io.decode_raw(example["image"], tf.float32), example["label"]


def load(pattern, in_order):
    options = tf.data.Options()
    if not in_order:
        options.experimental_deterministic = False
    files = tf.data.Dataset.list_files(pattern)
    records = files.interleave(tf.data.TFRecordDataset, num_parallel_calls=AUTO).with_options(options)
    return records.map(parsed, AUTO)


train = load("train-*.tfrecord", False).filter(lambda image, label: label < 10).shuffle(2048).batch(64)
validation = load("valid-*.tfrecord", True).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train, epochs=5, validation_data=validation)
