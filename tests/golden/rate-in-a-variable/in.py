"""A rate in a variable that is set anew: it is read in each step, not once when the optimizer is made."""

import tensorflow as tf
import numpy as np
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.Variable(0.1)
opt = tf.keras.optimizers.Adam(rate)
for epoch in range(10):
    for i in range(0, len(x), 32):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x[i:i + 32]))
        g = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(g, model.trainable_variables))
    if epoch % 3 == 0:
        rate.assign(0.1 * 0.5 ** epoch)
