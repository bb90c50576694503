"""Tensors have as many rows as a batch has samples: a share of the samples must not end with a smaller one."""

import numpy as np
import tensorflow as tf

BATCH = 100


class Judge:
    def __init__(self, batch_size):
        self.batch_size = batch_size
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam(0.001)

    def train(self, samples, epochs):
        data = tf.data.Dataset.from_tensor_slices(samples).shuffle(1000).batch(self.batch_size)
        real = tf.ones([self.batch_size, 1])
        for epoch in range(epochs):
            for batch in data:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((self.net(batch) - real) ** 2)
                variables = self.net.trainable_variables
                self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))


images = np.load("images.npy").astype("float32")
data = tf.data.Dataset.from_tensor_slices(images).shuffle(10000).batch(BATCH).prefetch(2)
whole = tf.data.Dataset.from_tensor_slices(images).shuffle(10000).batch(BATCH, drop_remainder=True)
measured = tf.data.Dataset.from_tensor_slices(images).shuffle(10000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(0.001)


def train(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


for batch in data:
    train(tf.reshape(batch, [BATCH, 784]))
for batch in whole:
    train(tf.reshape(batch, [BATCH, 784]))
for batch in measured:
    rows = tf.shape(batch)[0]
    train(tf.reshape(batch, [rows, 784]) + tf.random.normal([rows, 784]))
Judge(32).train(images, 10)
