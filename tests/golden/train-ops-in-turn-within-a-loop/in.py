"""Each turn of an inner loop takes a step of another train op."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy").astype("float32")
x = tf.placeholder(tf.float32, [None, 5])
train_ops, losses = [None] * 3, [None] * 3
for i in range(3):
    losses[i] = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - i))
    train_ops[i] = tf.train.AdamOptimizer(0.001).minimize(losses[i])

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    while True:
        if step >= 1000:
            break
        for i in range(3):
            batch = samples[np.random.randint(len(samples), size=32)]
            _, value = sess.run([train_ops[i], losses[i]], {x: batch})
            print(step, i, value)
        step += 1
