"""Data that can't be divided safely, with the reason for each."""

import tensorflow as tf
from somewhere import how_to_shuffle, load

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")

model.fit(load("train"))

names = tf.data.Dataset.from_tensor_slices(["a.tfrecord", "b.tfrecord"])
records = names.interleave(tf.data.TFRecordDataset).shuffle(*how_to_shuffle())
model.fit(records.filter(lambda record: record != "").map(lambda record: ([0.0], [0.0])).batch(4))

cached = tf.data.Dataset.range(10).map(lambda x: ([x], [x])).cache("numbers.cache")
model.fit(cached.batch(2))

loss = 1.0
while loss > 0.1:
    loss = model.train_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
