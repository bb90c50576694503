"""A number that a loop trains with, and computes from the losses of its own samples, is another one in each process."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images, weight = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32)
made = tf.layers.dense(images, 8)
real, fake = tf.reduce_mean(images ** 2), tf.reduce_mean((made - images) ** 2)
step = tf.train.AdamOptimizer(0.001).minimize(real - weight * fake)
x = np.load("x.npy")
balance, seen = 0.0, 0.0
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(10000):
        given = {images: x[np.random.choice(len(x), 32)], weight: balance}
        _, one, other = session.run([step, real, fake], given)
        balance = np.clip(balance + 0.001 * (0.5 * one - other), 0.0, 1.0)
        seen = 0.9 * seen + 0.1 * one
        print(seen)
