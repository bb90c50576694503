"""Records that an object writes, one file in each turn of a loop that counts them, and that every process reads then."""

import os

import tensorflow as tf


class Writer:
    def __init__(self, path):
        self.path = path
        self._writer = tf.io.TFRecordWriter(path)

    def add(self, line):
        self._writer.write(line)

    def close(self):
        self._writer.close()


train, valid = "train.tfrecords", "valid.tfrecords"
records, texts = [train, valid], ["train.txt", "valid.txt"]
for number, path in enumerate(records):
    writer = Writer(os.path.join(path))
    for line in open(texts[number], "rb"):
        writer.add(line)
    writer.close()

data = tf.data.TFRecordDataset(train).map(tf.io.parse_tensor).batch(24)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for x in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
