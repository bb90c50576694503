"""One seed for an order that all processes share and for noise that each needs its own of."""

import numpy as np
import tensorflow as tf

np.random.seed(7)
images = np.load("digits.npy")
forger = tf.keras.Sequential([tf.keras.layers.Dense(784, input_shape=(16,))])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(784,))])
critic.compile(tf.keras.optimizers.Adam(0.001), "mse")

for epoch in range(5):
    images = np.random.permutation(images)
    for i in range(len(images) // 32):
        critic.train_on_batch(images[i * 32 : (i + 1) * 32], np.ones(32))
        critic.train_on_batch(forger.predict(np.random.normal(size=(32, 16)), verbose=0), np.zeros(32))
