"""A function that takes a step says whether there is another one: its limit is one of all processes."""

import numpy as np
import tensorflow as tf

STEPS = 10000


def make_trainer(model, optimizer):
    step = 0

    def train(batch):
        nonlocal step
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        step += 1
        optimizer.learning_rate = 0.1 * (1 - step / STEPS)
        return step < STEPS

    return train


samples = np.load("samples.npy").astype("float32")
train = make_trainer(tf.keras.Sequential([tf.keras.layers.Dense(8)]), tf.keras.optimizers.SGD(0.1))
going = True
while going:
    for batch in tf.data.Dataset.from_tensor_slices(samples).shuffle(1000).batch(32):
        going = train(batch)
        if not going:
            break
