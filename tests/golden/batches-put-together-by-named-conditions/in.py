"""A batch is put together of the samples that a condition with a name lets pass: rank 0 cannot say when those of others are full."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", "mse")
bs = 32
batch_x = np.zeros((bs, 8), "float32")
batch_y = np.zeros((bs, 4), "float32")
epochs = range(10)
for epoch in epochs:
    n = 0
    places = range(len(x))
    for i in places:
        has_label = y[i].max() > 0
        if has_label:
            batch_x[n] = x[i]
            batch_y[n] = y[i]
            n += 1
        is_full = n == bs
        if is_full:
            model.train_on_batch(batch_x, batch_y)
            n = 0
