"""So many steps on each point, counted by the elements of another array: the points are divided, and not the count."""

import numpy as np
import tensorflow as tf

points = np.linspace(-10, 10, 100)
turns = np.linspace(0, 10, 100)
model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
for t in points:
    for i in turns:
        with tf.GradientTape() as tape:
            loss = tf.square(model(tf.constant([[t]])) - 1.0)
        gradients = tape.gradient(loss, model.trainable_weights)
        optimizer.apply_gradients(zip(gradients, model.trainable_weights))
