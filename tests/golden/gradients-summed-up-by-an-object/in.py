"""An object sums gradients up and applies them after so many, and what is left over of an epoch after that."""

import numpy as np
import tensorflow as tf

TOGETHER = 8


class Sums:
    def __init__(self, variables, optimizer):
        self.variables, self.optimizer = variables, optimizer
        self.sums = [tf.Variable(tf.zeros_like(each), trainable=False) for each in variables]
        self.number = 0

    def add(self, gradients):
        for total, gradient in zip(self.sums, gradients):
            total.assign_add(gradient / TOGETHER)
        self.number += 1
        if self.number >= TOGETHER:
            self.flush()

    def flush(self):
        self.optimizer.apply_gradients(zip(self.sums, self.variables))
        for total in self.sums:
            total.assign(tf.zeros_like(total))
        self.number = 0


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(64, input_shape=(8,)), tf.keras.layers.Dense(10)])
steps = len(x) // (16 * TOGETHER) * 3
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.PolynomialDecay(1e-3, decay_steps=steps))
sums = Sums(model.trainable_variables, optimizer)
for epoch in range(3):
    for batch in tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(16):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        sums.add(tape.gradient(loss, model.trainable_variables))
    if sums.number:
        sums.flush()
