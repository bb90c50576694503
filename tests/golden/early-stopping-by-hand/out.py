"""What stops early is run by hand, with what each process has measured: one would leave the loop alone."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
stop = tf.keras.callbacks.EarlyStopping(monitor="loss", patience=3)
stop.set_model(model)
stop.on_train_begin()
for epoch in range(10):
    for start in range(0, len(x), 32):
        loss = model.train_on_batch(x[start : start + 32], y[start : start + 32])
    stop.on_epoch_end(epoch, {"loss": loss})
    if model.stop_training:
        break
