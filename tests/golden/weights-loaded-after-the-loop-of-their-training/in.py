"""The best weights of a loop that fits by the epoch, which rank 0 alone has kept: it reads them, and all take them."""

import numpy as np
import tensorflow as tf

samples, labels = np.load("samples.npy"), np.load("labels.npy")
held, told = np.load("held.npy"), np.load("told.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
best, waited = np.inf, 0
for epoch in range(100):
    model.fit(samples, labels, batch_size=32)
    loss = model.evaluate(held, told)
    if loss < best:
        best, waited = loss, 0
        model.save_weights("best.h5")
    else:
        waited += 1
    if waited >= 10:
        break
model.load_weights("best.h5")
model.fit(held, told, epochs=2)
