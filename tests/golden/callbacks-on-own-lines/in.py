"""Callbacks that write stand on lines of their own, some over several lines: those in a row are rank 0's by one choice."""

import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(
    images,
    labels,
    epochs=5,
    callbacks=[
        tf.keras.callbacks.TensorBoard("logs"),
        tf.keras.callbacks.EarlyStopping(patience=3, monitor="loss"),
        tf.keras.callbacks.ModelCheckpoint(
            "best.h5",
            save_best_only=True,
        ),  # the best of all

        tf.keras.callbacks.CSVLogger("log.csv")
    ],
)
writing = [
    # each epoch's numbers
    tf.keras.callbacks.CSVLogger("second.csv", append=True),
    tf.keras.callbacks.TensorBoard("second"),  # and graphs
]
model.fit(images, labels, epochs=5, callbacks=writing)
both = [
    tf.keras.callbacks.EarlyStopping(patience=3, monitor="loss"),
    # the best of all
    tf.keras.callbacks.ModelCheckpoint("third.h5", save_best_only=True, monitor="loss"),
]
both += [tf.keras.callbacks.TensorBoard("third"), tf.keras.callbacks.CSVLogger("third.csv")]
model.fit(images, labels, epochs=5, callbacks=both)
best = [tf.keras.callbacks.ModelCheckpoint("fourth.h5", save_best_only=True, monitor="loss")]
model.fit(images, labels, epochs=5, callbacks=best)
