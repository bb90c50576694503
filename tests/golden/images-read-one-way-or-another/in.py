"""Read images with changes by chance or without: the one fit that takes either has one number of steps."""

import sys

import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator

if "--augment" in sys.argv:
    images = ImageDataGenerator(rescale=1 / 255, rotation_range=20).flow_from_directory("leaves", target_size=(64, 64))
else:
    images = ImageDataGenerator(rescale=1 / 255).flow_from_directory("leaves", target_size=(64, 64))

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(5, activation="softmax")])
model.compile(tf.keras.optimizers.Adam(1e-3), "categorical_crossentropy")
model.fit(images, epochs=10)
