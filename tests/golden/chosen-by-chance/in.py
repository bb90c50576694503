"""The object whose method gives the batches is chosen by chance in each turn: all processes must choose the same."""

import numpy as np
import tensorflow as tf


class Texts:
    def __init__(self, name):
        self.data = np.load(name + ".npy")

    def batches(self, size=32):
        for start in range(0, len(self.data), size):
            yield self.data[start : start + size]


names = ["english", "french", "german"]
texts = {name: Texts(name) for name in names}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)

for turn in range(100):
    name = np.random.choice(names)
    chosen, first = texts[name], texts["english"]
    for batch in chosen.batches():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch[:, :-1]) - batch[:, -1:]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(turn, loss.numpy(), tf.reduce_mean(model(first.data[:, :-1])).numpy())
