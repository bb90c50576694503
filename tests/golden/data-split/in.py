"""One dataset, shuffled with a seed and split into training and validation data."""

import tensorflow as tf

numbers = tf.data.Dataset.range(50).map(lambda i: (tf.cast([i], tf.float32), tf.cast([i], tf.float32) / 50))
numbers = numbers.shuffle(50, seed=3, reshuffle_each_iteration=False)
train = numbers.skip(11).batch(5)
valid = numbers.take(11).batch(5)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mae")
model.fit(train, validation_data=valid, epochs=2, verbose=0)
model.evaluate(valid, verbose=0)
