"""A generator gives all samples again and again: no process can have a part of such a step."""

import numpy as np
import tensorflow.compat.v1 as tf

samples = np.load("samples.npy")


def again(data):
    while True:
        scaled = data / 255
        yield scaled


shown = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 8) - shown))
step = tf.train.AdamOptimizer(0.001).minimize(loss)
source = again(samples)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(1000):
        session.run(step, {shown: next(source)})
