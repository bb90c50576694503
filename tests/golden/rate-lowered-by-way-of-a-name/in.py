"""A rate that each step lowers, whose next value has a name before it is held above a floor."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x, rate = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
step = tf.train.AdamOptimizer(rate).minimize(loss)
samples = np.load("samples.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    current = 0.001
    for turn in range(20000):
        batch = samples[np.random.choice(len(samples), 32)]
        session.run(step, {x: batch, rate: current})
        lower = current - 1e-7
        current = max(lower, 1e-5)
