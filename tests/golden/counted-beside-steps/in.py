"""Counts that objects beside a training keep: of a warm-up, of a ramp, and of a mean, which is that of one process."""

import numpy as np
import tensorflow as tf


class WarmUp:
    def __init__(self, optimizer, top, steps):
        self.optimizer, self.top, self.steps, self.taken = optimizer, top, steps, 0

    def step(self):
        self.taken += 1
        self.optimizer.learning_rate = self.rate()

    def rate(self):
        return self.top * min(self.taken**-0.5, self.taken * self.steps**-1.5)


class Teacher:
    def __init__(self, student, model):
        self.student, self.model, self.step = student, model, 0

    def follow(self):
        self.step += 1
        for old, new in zip(self.model.weights, self.student.weights):
            old.assign(0.99 * old + 0.01 * new)


class Mean:
    def __init__(self):
        self.clear()

    def clear(self):
        self.total, self.count = 0.0, 0

    def add(self, value):
        self.total += value
        self.count += 1


def network():
    return tf.keras.Sequential([tf.keras.layers.Dense(32, "relu", input_shape=(8,)), tf.keras.layers.Dense(2)])


samples, labels = np.load("samples.npy").astype("float32"), np.load("labels.npy")
data = tf.data.Dataset.from_tensor_slices((samples, labels)).shuffle(500).batch(16)
student, teacher = network(), network()
optimizer = tf.keras.optimizers.Adam(1e-3)
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
warm_up, follower, mean = WarmUp(optimizer, 0.1, 4000), Teacher(student, teacher), Mean()
for epoch in range(30):
    mean.clear()
    for x, y in data:
        weight = min(1.0, follower.step / 3000)
        with tf.GradientTape() as tape:
            difference = tf.reduce_mean(tf.square(student(x, training=True) - teacher(x)))
            loss = cross_entropy(y, student(x, training=True)) + weight * difference
        optimizer.apply_gradients(zip(tape.gradient(loss, student.trainable_variables), student.trainable_variables))
        warm_up.step()
        follower.follow()
        mean.add(float(loss))
    if mean.total / mean.count < 0.01:
        break
