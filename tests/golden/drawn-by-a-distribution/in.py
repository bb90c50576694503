"""A generator reads what a distribution of TensorFlow Probability has drawn, each value once."""

import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
drawn = tfp.distributions.Poisson(rate=1000.0).sample(5000).numpy()
places = np.unique(drawn)


def batches(size=32):
    for start in range(0, len(places), size):
        yield places[start : start + size]


for epoch in range(100):
    for batch in batches():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch[:, None]) - 1.0))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(epoch, loss.numpy())
