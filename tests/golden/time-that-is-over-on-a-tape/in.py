"""A loop without an end is left when the minutes of its options are over; a schedule counts its steps."""

import argparse
import time

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--minutes", type=float, default=30)
options = parser.parse_args()

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(0.001, 1000, 0.96))
start, steps = time.perf_counter(), 0
while True:
    if time.perf_counter() - start >= 60 * options.minutes:
        break
    chosen = np.random.choice(len(x), 32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x[chosen]) - y[chosen]))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    steps += 1
    if steps % 500 == 0:
        model.save_weights("model.h5")
