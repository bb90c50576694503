"""A model is fitted to slices of a batch's size, which are steps of a loop, and to parts, each in steps of its own."""

import numpy as np
import tensorflow as tf

BATCH = 64
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
places = list(range(len(x)))

for epoch in range(10):
    np.random.shuffle(places)
    for turn in range(len(x) // BATCH):
        start = turn * BATCH
        images, labels = x[places[start : start + BATCH]], y[places[start : start + BATCH]]
        model.fit([images], labels, batch_size=BATCH, epochs=1, verbose=0)

for part in range(20):
    read, told = np.load(f"x{part}.npy"), np.load(f"y{part}.npy")
    model.fit(read, told, batch_size=BATCH)
