"""Whether a model is loaded with its optimizer a setting says."""

import os

import numpy as np
import tensorflow as tf

if os.path.exists("model.h5"):
    model = tf.keras.models.load_model("model.h5", compile=os.environ["COMPILED"] == "1")
else:
    model = tf.keras.Sequential([tf.keras.layers.Dense(10, input_shape=(784,))])
    model.compile(tf.keras.optimizers.Adam(0.001), "mse")
images, labels = np.load("images.npy"), np.load("labels.npy")
model.fit(images, labels, batch_size=32, epochs=10, callbacks=[tf.keras.callbacks.ModelCheckpoint("model.h5")])
