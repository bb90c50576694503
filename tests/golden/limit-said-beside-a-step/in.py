"""A function of its own says whether enough steps are taken, by a count that the whole module has."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.Adam(0.001)
step = 0


def train_step(batch):
    global step
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    step += 1


def rate():
    return 0.001 * 0.9 ** (step // 1000)


def done():
    return step >= 5000


for epoch in range(10):
    for batch in tf.data.Dataset.from_tensor_slices(samples).shuffle(1000).batch(32):
        optimizer.learning_rate = rate()
        train_step(batch)
        if done():
            break
    if done():
        break
