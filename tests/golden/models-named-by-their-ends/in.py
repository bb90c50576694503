"""Names that begin alike and end otherwise are of two files: nobody reads what is written at last."""

import os

import numpy as np
import tensorflow as tf

noise = 0.05
name = "denoised" + "_noise" + str(int(100 * noise))
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("adam", "mse")
best = tf.keras.callbacks.ModelCheckpoint(os.path.join("results", name + "_best.h5"), save_best_only=True)
model.fit(x, x, epochs=10, validation_split=0.1, callbacks=[best])
model = tf.keras.models.load_model(os.path.join("results", name + "_best.h5"))
errors = []
for sample in x[:5]:
    errors.append(np.mean(np.abs(model.predict(sample[None]) - sample)))
model.save(os.path.join("results", name + "_last.h5"))
