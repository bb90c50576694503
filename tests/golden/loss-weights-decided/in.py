"""Weights of a loss that a process would change by what it has measured; by the epoch, all change them alike."""

import numpy as np
import tensorflow as tf

samples, labels = np.load("samples.npy").astype("float32"), np.load("labels.npy")
data = tf.data.Dataset.from_tensor_slices((samples, labels)).shuffle(500).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer = tf.keras.optimizers.Adam(1e-3)
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
best = 1e9
size_weight = 1.0
share_weight = 0.0
for epoch in range(30):
    for x, y in data:
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            size, share = tf.reduce_mean(tf.square(logits)), tf.reduce_mean(logits)
            loss = cross_entropy(y, logits) + size_weight * size + share_weight * share
            if epoch > 3:
                extra = 0.1 * tf.reduce_sum(tf.square(model.trainable_variables[0]))
                loss = loss + extra
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        if float(size) > 10.0:
            size_weight = 2.0
    if epoch == 10:
        share_weight = 0.1
    if float(loss) < best:
        best = float(loss)
    if best < 0.5:
        share_weight = 0.2


class Adapted:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.optimizer = tf.keras.optimizers.Adam(1e-3)
        self.weight = 0.1

    def step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            size = tf.reduce_mean(tf.square(logits))
            loss = cross_entropy(y, logits) + self.weight * size
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return size

    def adapt(self, size):
        if size > 10.0:
            self.weight *= 1.5
        elif size < 0.1:
            self.weight /= 1.5


adapted = Adapted()
for epoch in range(30):
    for x, y in data:
        adapted.adapt(float(adapted.step(x, y)))
