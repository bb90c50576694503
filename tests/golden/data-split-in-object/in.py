"""An object splits the data by chance; what it trains on is drawn by another generator."""

import random

import numpy as np
import tensorflow as tf


class Data:
    def __init__(self, folder):
        images, labels = np.load(folder + "/images.npy"), np.load(folder + "/labels.npy")
        order = np.random.permutation(len(images))
        half = len(images) // 2
        self.images, self.labels = images[order[:half]], labels[order[:half]]
        self.test_images, self.test_labels = images[order[half:]], labels[order[half:]]

    def batch(self, size):
        chosen = random.sample(range(len(self.images)), size)
        return self.images[chosen], self.labels[chosen]


x = tf.placeholder(tf.float32, [None, 5])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
data = Data("data")

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        images, labels = data.batch(32)
        sess.run(train_op, {x: images, y: labels})
    print(sess.run(loss, {x: data.test_images, y: data.test_labels}))
