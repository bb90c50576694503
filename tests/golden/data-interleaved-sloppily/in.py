"""Files that are read in turns, in any order, and a transformation that shuffles and repeats."""
import glob

import tensorflow as tf

FILES = glob.glob("records/*.tfrecord")


def parse(record):
    return tf.io.parse_tensor(record, tf.float32), 1.0


def records(is_training):
    data = tf.data.Dataset.from_tensor_slices(FILES)
    if is_training:
        data = data.repeat()
        data = data.shuffle(len(FILES))
    data = data.apply(
        tf.data.experimental.parallel_interleave(tf.data.TFRecordDataset, cycle_length=4, sloppy=is_training)
    )
    return data.map(parse).batch(16)


def numbers():
    data = tf.data.Dataset.range(1000).apply(tf.data.experimental.shuffle_and_repeat(1000))
    return data.filter(lambda n: n % 3 > 0).map(lambda n: (tf.cast([n], tf.float32), 1.0)).batch(16)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(numbers(), epochs=2, steps_per_epoch=20)
model.fit(records(True), epochs=3, steps_per_epoch=100, validation_data=records(False))
