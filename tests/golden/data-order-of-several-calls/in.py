"""Files that a function orders by chance, called by itself and in a loop."""

import glob
import random

import tensorflow as tf


def read(pattern):
    names = sorted(glob.glob(pattern))
    random.shuffle(names)
    return tf.data.TFRecordDataset(names).map(lambda record: tf.io.decode_raw(record, tf.float32)).batch(32)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
first = read("first/*.tfrecord")
model.fit(tf.data.Dataset.zip((first, first)), verbose=0)
for _ in range(3):
    model.fit(tf.data.Dataset.zip((read("x/*.tfrecord"), read("y/*.tfrecord"))), verbose=0)
