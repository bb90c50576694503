"""The settings name a model of Keras and an optimizer: of whichever they are, what is done to them is the same."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.keras import applications, optimizers

with open("settings.json") as file:
    settings = json.load(file)
images, labels = np.load("images.npy"), np.load("labels.npy")
base = getattr(applications, settings["model"])(include_top=False, weights=None, input_shape=(96, 96, 3))
model = tf.keras.Sequential([base, tf.keras.layers.GlobalAveragePooling2D(), tf.keras.layers.Dense(10)])
model.compile(getattr(optimizers, settings["first"])(), "mse")
model.fit(images, labels, epochs=2, batch_size=32)
model.compile(getattr(optimizers, settings["then"])(learning_rate=0.001), "mse")
model.fit(images, labels, epochs=8, batch_size=32)
