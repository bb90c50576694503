"""Datasets with and without an end: the parts of those that end are made equal."""

import sys

import tensorflow as tf

once = tf.data.experimental.make_csv_dataset("samples.csv", 32, label_name="y", num_epochs=1)
for_ever = tf.data.experimental.make_csv_dataset("samples.csv", 32, label_name="y")
times = int(sys.argv[1])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(once, epochs=3)
model.fit(for_ever, epochs=3, steps_per_epoch=100)

numbers = tf.data.TextLineDataset("samples.txt").map(lambda line: ([tf.strings.to_number(line)], [1.0]))
model.fit(numbers.repeat(times).batch(8))
model.fit(numbers.repeat().batch(8), steps_per_epoch=9)

others = tf.data.TextLineDataset("others.txt").map(lambda line: ([tf.strings.to_number(line)], [1.0]))
model.fit(others.repeat().batch(8), steps_per_epoch=9)
