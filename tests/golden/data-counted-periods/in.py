"""Counters of periods: with fewer turns in each period there are as many of them, so that what counts them is left."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1))
step = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
data = np.load("x.npy")
epochs, shown, taken, noise = 0, 0, 0, 1.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(10000):
        if i % 500 == 0:
            epochs += 1
            if epochs > 3:
                noise = 0.0
        sess.run(step, {x: data[np.random.choice(len(data), 16)] + np.random.normal(0, noise, 8)})
        if i % 100 == 99:
            shown = shown + 1
            if shown % 10 == 0:
                saver.save(sess, "periods")
        taken += 1
        if taken == 5000:
            saver.save(sess, "half")
