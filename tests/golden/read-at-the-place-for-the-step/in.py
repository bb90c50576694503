"""Other samples are read at the place at times, and the step behind that trains on them: both are divided."""

import numpy as np
import tensorflow.compat.v1 as tf

samples, others = np.load("samples.npy"), np.load("others.npy")
shown = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 8) - shown))
step = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    size = 32
    for epoch in range(10):
        turn = 0
        while (turn + 1) * size < samples.shape[0]:
            batch = samples[turn * size : (turn + 1) * size, :]
            if turn % 10 == 0:
                batch = others[turn * size : (turn + 1) * size, :]
            session.run(step, {shown: batch})
            turn += 1
