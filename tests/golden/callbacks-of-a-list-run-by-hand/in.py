"""A list of callbacks that the script itself runs lets one of them decide by the losses of each process."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
callbacks = tf.keras.callbacks.CallbackList(
    [tf.keras.callbacks.CSVLogger("log.csv"), tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", patience=5)],
    model=model,
)
callbacks.on_train_begin()
for epoch in range(100):
    losses = []
    for step in range(500):
        chosen = np.random.randint(0, len(x), 32)
        losses.append(model.train_on_batch(x[chosen], y[chosen]))
    callbacks.on_epoch_end(epoch, {"loss": np.mean(losses)})
callbacks.on_train_end()
