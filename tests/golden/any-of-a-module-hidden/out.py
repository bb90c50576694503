"""The settings name an optimizer and hide its rate; another name is that of anything in a library of which nothing is known."""

import json

import numpy as np
import tensorflow as tf

import somebodys_models

with open("settings.json") as file:
    settings = json.load(file)
images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(getattr(tf.keras.optimizers, settings["name"])(**settings["options"]), "mse")
model.fit(images, labels, epochs=2, batch_size=32)
other = getattr(somebodys_models, settings["model"])()
other.fit(images, labels, epochs=2)
