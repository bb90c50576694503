"""A training that begins anew in each turn, as its variables are initialised again, on a split by chance."""

import random

import numpy as np
import tensorflow as tf

np.random.seed(1)
random.seed(1)
images, labels = np.load("images.npy"), np.load("labels.npy")
x = tf.placeholder(tf.float32, [None, 5])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
init = tf.global_variables_initializer()


def split(count):
    order = np.random.permutation(count)
    return order[: count // 2], order[count // 2 :]


def train(sess, train_images, train_labels):
    sess.run(init)
    for step in range(1000):
        chosen = random.sample(range(len(train_images)), 32)
        sess.run(train_op, {x: train_images[chosen], y: train_labels[chosen]})


with tf.Session() as sess:
    for experiment in range(10):
        mine, others = split(len(images))
        train(sess, images[mine], labels[mine])
        print(sess.run(loss, {x: images[others], y: labels[others]}))
