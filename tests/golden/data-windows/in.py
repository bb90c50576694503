"""Samples that are made of several elements of a dataset: the dataset is divided once they are made."""

import tensorflow as tf

tokens = tf.data.Dataset.from_tensor_slices(tf.range(1000) % 7)
for token in tokens.take(3):
    print(int(token))

# a text is cut into sequences, which are shuffled and batched
sequences = tokens.batch(11, drop_remainder=True)
pairs = sequences.map(lambda sequence: (sequence[:-1], sequence[1:]))
reader = tf.keras.Sequential([tf.keras.layers.Embedding(7, 4), tf.keras.layers.GRU(8, return_sequences=True)])
reader.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
reader.fit(pairs.shuffle(100).batch(4, drop_remainder=True), epochs=2)

# the windows of a series
windows = tokens.window(6, shift=1, drop_remainder=True).flat_map(lambda window: window.batch(6))
windows = windows.map(lambda window: (tf.cast(window[:-1], tf.float32), window[-1:]))
forecaster = tf.keras.Sequential([tf.keras.layers.Dense(1)])
forecaster.compile("adam", "mse")
forecaster.fit(windows.batch(8))

# the differences between neighbours
steps = tokens.scan(0, lambda last, token: (token, (tf.cast([token], tf.float32), [token - last])))
differences = tf.keras.Sequential([tf.keras.layers.Dense(1)])
differences.compile("adam", "mse")
differences.fit(steps.shuffle(50).batch(8))

# batches that are taken apart again are no samples
records = tokens.batch(50).map(lambda batch: tf.cast(batch, tf.float32) / 7).unbatch()
records = records.map(lambda value: ([value], [value]))
last = tf.keras.Sequential([tf.keras.layers.Dense(1)])
last.compile("adam", "mse")
last.fit(records.shuffle(50).batch(8))
