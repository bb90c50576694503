from contextlib import contextmanager

import numpy as np
import tensorflow as tf


@contextmanager
def trained(path):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        yield session
        tf.train.Saver().save(session, path)


x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = tf.train.AdamOptimizer(0.01).minimize(loss)
samples, wanted = np.load("x.npy"), np.load("y.npy")
with trained("model") as session:
    for step in range(1000):
        chosen = np.random.randint(0, len(samples), 32)
        session.run(train_op, {x: samples[chosen], y: wanted[chosen]})
