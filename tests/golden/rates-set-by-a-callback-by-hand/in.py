"""A loop lets a callback set the rate of each step by its number: of the steps a process takes a part."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")


def falling(step, rate):
    return rate * 0.1 if step in (50000, 80000) else rate


scheduler = tf.keras.callbacks.LearningRateScheduler(falling)
scheduler.set_model(model)
for step in range(100000):
    scheduler.on_epoch_begin(step)
    chosen = np.random.randint(0, len(x), 32)
    model.train_on_batch(x[chosen], y[chosen])
