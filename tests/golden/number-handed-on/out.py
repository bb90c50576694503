"""A number that a loop trains with goes through a function, which computes the next one from the losses of its own samples."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images, weight = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32)
made = tf.layers.dense(images, 8)
real, fake = tf.reduce_mean(images ** 2), tf.reduce_mean((made - images) ** 2)
step = tf.train.AdamOptimizer(0.001).minimize(real - weight * fake)
x = np.load("x.npy")


def train(session, k):
    _, one, other = session.run([step, real, fake], {images: x[np.random.choice(len(x), 32)], weight: k})
    k = np.clip(k + 0.001 * (0.5 * one - other), 0.0, 1.0)
    return k, one


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    balance = 0.0
    for turn in range(10000):
        balance, loss = train(session, balance)
