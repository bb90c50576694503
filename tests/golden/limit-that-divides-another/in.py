"""The more batches are taken in each round, the fewer rounds there are: only the batches of a round are divided."""

import numpy as np
import tensorflow as tf

data = np.load("data.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
most = 40
rounds = int(np.ceil(len(data) / 32 * 10 / most))


def batches(size=32):
    for start in range(0, len(data), size):
        yield data[start : start + size]


for turn in range(rounds):
    taken = 0
    for batch in batches():
        if taken >= most:
            np.random.shuffle(data)
            break
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch[:, :-1]) - batch[:, -1:]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        taken += 1
    print(turn, loss.numpy())
