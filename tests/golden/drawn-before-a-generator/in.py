"""A generator reads what chance has left of the samples: all processes must have left the same, or take unequal turns."""

import numpy as np
import tensorflow as tf


class Texts:
    def __init__(self, name):
        whole = np.load(name)
        self.data = whole[np.random.rand(len(whole)) < 0.9]

    def batches(self, size=32):
        for start in range(0, len(self.data), size):
            batch = self.data[start : start + size]
            yield batch + 0.01 * np.random.randn(*batch.shape)


texts = Texts("texts.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)

for epoch in range(100):
    for batch in texts.batches():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch[:, :-1]) - batch[:, -1:]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(epoch, loss.numpy())
