"""Which step is taken at a turn chance draws in each process by itself: the others would take another one."""

import random

import numpy as np
import tensorflow as tf

x = np.load("x.npy").astype("float32")
encoder, decoder = tf.keras.Sequential([tf.keras.layers.Dense(32)]), tf.keras.layers.Dense(x.shape[1])
first, second = tf.keras.optimizers.Adam(0.001), tf.keras.optimizers.Adam(0.001)


def reconstruct(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((decoder(encoder(batch)) - batch) ** 2)
    variables = encoder.trainable_variables + decoder.trainable_variables
    first.apply_gradients(zip(tape.gradient(loss, variables), variables))


def shrink(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(encoder(batch)))
    second.apply_gradients(zip(tape.gradient(loss, encoder.trainable_variables), encoder.trainable_variables))


STEPS = {"reconstruct": reconstruct, "shrink": shrink}
for epoch in range(10):
    for batch in tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(32):
        name = random.choice(list(STEPS))
        STEPS[name](batch)
