"""A function writes the files that pairs of the module name, and every process reads one of them afterwards."""

import numpy as np
import tensorflow as tf

TRAIN, HELD = "train.tfrecords", "held.tfrecords"
PAIRS = list(zip([TRAIN, HELD], [np.load("train.npy"), np.load("held.npy")]))


def write():
    for path, rows in PAIRS:
        with tf.io.TFRecordWriter(path) as writer:
            for row in rows:
                writer.write(tf.io.serialize_tensor(row).numpy())


write()
data = tf.data.TFRecordDataset(TRAIN).map(lambda record: tf.io.parse_tensor(record, tf.float32)).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for batch in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
