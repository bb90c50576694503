"""Pairs of words are drawn by Python's generator: all processes need the same, since each takes a part of them."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import random

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

sentences = np.load("sentences.npy")
table = tf.keras.preprocessing.sequence.make_sampling_table(1000)
words, contexts, labels = [], [], []
if hvd.size() > 1:
    random.seed(0)  # the same data in all processes
for sentence in sentences:
    pairs, told = tf.keras.preprocessing.sequence.skipgrams(sentence, 1000, 2, sampling_table=table)
    words += [word for word, _ in pairs]
    contexts += [context for _, context in pairs]
    labels += told
inputs = [tf.keras.Input([]), tf.keras.Input([])]
embedded = [tf.keras.layers.Embedding(1000, 64)(each) for each in inputs]
model = tf.keras.Model(inputs, tf.keras.layers.Dot(1)(embedded))
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    tf.keras.losses.BinaryCrossentropy(from_logits=True),
)
data = tf.data.Dataset.from_tensor_slices(((words, contexts), labels))
data = data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
model.fit(
    data.shuffle(1000).batch(64),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
