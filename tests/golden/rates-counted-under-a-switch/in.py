import argparse

import numpy as np
import tensorflow as tf


class Cosine:
    def __init__(self, base, total, warmup):
        self.base = base
        self.total = total
        self.warmup = warmup
        self.asked = 0

    def next_rate(self):
        if self.asked < self.warmup:
            rate = self.base * self.asked / self.warmup
        else:
            done = (self.asked - self.warmup) / (self.total - self.warmup)
            rate = 0.5 * self.base * (1 + np.cos(np.pi * done))
        self.asked += 1
        return rate


parser = argparse.ArgumentParser()
parser.add_argument("--cosine", action="store_true")
args = parser.parse_args()
epochs = 10
x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(8)
steps = len(x) // 8
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
schedule = Cosine(1e-3, steps * epochs, steps)
for epoch in range(epochs):
    for features, labels in data:
        if args.cosine:
            rate = schedule.next_rate()
            optimizer.learning_rate = rate
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(features) - labels))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
