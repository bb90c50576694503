"""Each turn of a loop takes a step of another train op, and no loop is around it."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy").astype("float32")
x = tf.placeholder(tf.float32, [None, 5])
train_ops, losses = [], []
for i in range(1000):
    losses.append(tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - i)))
    train_ops.append(tf.train.AdamOptimizer(0.001).minimize(losses[i]))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(1000):
        batch = samples[np.random.randint(len(samples), size=32)]
        _, value = sess.run([train_ops[i], losses[i]], {x: batch})
        print(i, value)
