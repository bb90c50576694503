"""Let a file say how images are read: their order may be by a seed, or that of their names, which no argument shows."""

import json

import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator

with open("train.json") as file:
    options = json.load(file)
shown = {"target_size": (64, 64), "seed": 7}
reader = ImageDataGenerator(rescale=1 / 255)
for images in (
    reader.flow_from_directory("leaves", **options["images"]),
    reader.flow_from_directory("leaves", seed=7, **options["images"]),
    reader.flow_from_directory("leaves", **shown),
):
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(5, activation="softmax")])
    model.compile(tf.keras.optimizers.Adam(1e-3), "categorical_crossentropy")
    model.fit(images, epochs=10)
