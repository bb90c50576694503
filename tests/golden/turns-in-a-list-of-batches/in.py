"""A loop reads pairs of slices from a list by its turn, in an order that chance makes anew in each epoch."""

import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()

images = np.load("images.npy")
labels = np.load("labels.npy")


def batches_of(images, labels, size):
    batches = []
    for start in range(0, len(images), size):
        batches.append((images[start : start + size], labels[start : start + size]))
    return batches


batches = batches_of(images, labels, 32)
x = tf.compat.v1.placeholder(tf.float32, [None, 784])
y = tf.compat.v1.placeholder(tf.float32, [None, 10])
loss = tf.reduce_mean(tf.square(tf.compat.v1.layers.dense(x, 10) - y))
train = tf.compat.v1.train.AdamOptimizer(0.001).minimize(loss)
names = ["first", "second", "third"]

with tf.compat.v1.Session() as session:
    session.run(tf.compat.v1.global_variables_initializer())
    for epoch in range(3):
        np.random.shuffle(batches)
        for turn in range(len(batches)):
            some, wanted = batches[turn]
            session.run(train, feed_dict={x: some, y: wanted})
        print(names[epoch], session.run(loss, feed_dict={x: images[:100], y: labels[:100]}))
