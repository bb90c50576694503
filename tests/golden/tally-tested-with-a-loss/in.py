"""A period of a count in a class, tested beside a loss, is divided as the count's other limits are."""

import numpy as np
import tensorflow as tf


class State:
    step = 0
    best = 1e9


samples = np.load("samples.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.Adam(0.001)
batches = tf.data.Dataset.from_tensor_slices(samples).shuffle(1000).batch(32)


def save(loss):
    if State.step % 1000 == 0 and loss < State.best:
        State.best = loss
        model.save_weights("best.h5")


for epoch in range(10):
    for batch in batches:
        optimizer.learning_rate.assign(0.001 * min(1.0, State.step / 500))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        State.step += 1
        save(float(loss))
        if State.step == 5000:
            break
