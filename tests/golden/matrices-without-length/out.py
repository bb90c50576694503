"""Matrices of few numbers, such as counts of words: `len` fails for them, so that others tell how many samples there are."""

import pandas as pd
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

table = pd.read_csv("reviews.csv")
counts = CountVectorizer(max_features=1000).fit_transform(table["text"])
labels = table["label"].values
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(labels) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    counts[shard],
    labels[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

both = sparse.hstack([counts, counts]).tocsr()
coder = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(2000)])
coder.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
coder.fit(
    both[shard],
    both[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

dense = counts.toarray()
other = keras.Sequential([keras.layers.Dense(1)])
other.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(dense) // hvd.size() * hvd.size(), hvd.size())
other.fit(
    dense[shard],
    labels[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
