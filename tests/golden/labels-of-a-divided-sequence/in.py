"""Labels that a sequence of files tells, in the order of the files: all processes have them alike."""

import numpy as np
import tensorflow as tf

augmented = tf.keras.preprocessing.image.ImageDataGenerator(rescale=1 / 255)
generator = augmented.flow_from_directory("images", batch_size=32)
ordered = augmented.flow_from_directory("images", batch_size=32, shuffle=False)
encoder = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(20)])
head = tf.keras.Sequential([tf.keras.layers.Dense(1)])
encoder.compile(tf.keras.optimizers.Adam(1e-3), "mse")
head.compile(tf.keras.optimizers.Adam(1e-3), "mse")
encoder.fit(generator, epochs=3)
features = encoder.predict(ordered)
head.fit(features, tf.keras.utils.to_categorical(generator.classes), epochs=3)
