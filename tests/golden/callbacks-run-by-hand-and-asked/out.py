"""A callback that is run by hand and asked: rank 0 cannot have it alone, and the others may leave the loop elsewhere."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
saved = tf.keras.callbacks.ModelCheckpoint("best.h5", monitor="loss", save_best_only=True)
saved.set_model(model)
for epoch in range(10):
    for start in range(0, len(x), 32):
        loss = model.train_on_batch(x[start : start + 32], y[start : start + 32])
    saved.on_epoch_end(epoch, {"loss": loss})
    if saved.best < 0.1:
        break
