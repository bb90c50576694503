import numpy as np
import tensorflow as tf


def batches(samples, size):
    for start in range(0, len(samples), size):
        batch = samples[start : start + size]
        noise = np.random.normal(size=batch.shape)
        yield batch + 0.01 * noise


class Samples:
    def __init__(self, path):
        self.samples = np.load(path)

    def in_batches(self, size):
        samples = self.samples[:]
        np.random.shuffle(samples)
        return batches(samples, size)


data = Samples("points.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.legacy.SGD(0.01)
for epoch in range(10):
    for batch in data.in_batches(16):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch) - 1.0))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
