"""A function that takes the step is told its turn: the rate and the period of its messages count the steps of all processes."""

import numpy as np
import tensorflow.compat.v1 as tf

x = np.load("x.npy")
images = tf.placeholder(tf.float32, [None, 784])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(images, 10) ** 2)
train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)


def train_step(session, step):
    batch = x[np.random.choice(len(x), 32)]
    lr = 0.1 * 0.5 ** (step // 10000)
    _, value = session.run([train_op, loss], {images: batch, rate: lr})
    if step % 100 == 0:
        print(step, value)


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100000):
        train_step(session, step)
