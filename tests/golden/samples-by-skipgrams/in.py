"""Pairs of words are drawn by Python's generator: all processes need the same, since each takes a part of them."""

import numpy as np
import tensorflow as tf

sentences = np.load("sentences.npy")
table = tf.keras.preprocessing.sequence.make_sampling_table(1000)
words, contexts, labels = [], [], []
for sentence in sentences:
    pairs, told = tf.keras.preprocessing.sequence.skipgrams(sentence, 1000, 2, sampling_table=table)
    words += [word for word, _ in pairs]
    contexts += [context for _, context in pairs]
    labels += told
inputs = [tf.keras.Input([]), tf.keras.Input([])]
embedded = [tf.keras.layers.Embedding(1000, 64)(each) for each in inputs]
model = tf.keras.Model(inputs, tf.keras.layers.Dot(1)(embedded))
model.compile("adam", tf.keras.losses.BinaryCrossentropy(from_logits=True))
data = tf.data.Dataset.from_tensor_slices(((words, contexts), labels))
model.fit(data.shuffle(1000).batch(64), epochs=5)
