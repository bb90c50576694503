"""Features that are predicted from the sequence by which a model was trained: each process has an order of its own."""

import numpy as np
import tensorflow as tf

generator = tf.keras.preprocessing.image.ImageDataGenerator().flow_from_directory("images", batch_size=32)
encoder = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(20)])
head = tf.keras.Sequential([tf.keras.layers.Dense(1)])
encoder.compile(tf.keras.optimizers.Adam(1e-3), "mse")
head.compile(tf.keras.optimizers.Adam(1e-3), "mse")
encoder.fit_generator(generator, steps_per_epoch=100, epochs=3)
features = encoder.predict_generator(generator, steps=100)
head.fit(features, np.ones(len(features)), epochs=3)
