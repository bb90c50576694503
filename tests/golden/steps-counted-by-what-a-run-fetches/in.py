"""A run fetches what adds one to the number of steps, which the rate goes by, and the loop saves by that."""

import numpy as np
import tensorflow as tf

data = np.load("x.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
steps = tf.Variable(0, trainable=False)
counted = steps.assign_add(1)
rate = tf.train.exponential_decay(0.1, steps, 1000, 0.9)
op = tf.train.AdamOptimizer(rate).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(data))
        for start in range(0, len(data), 32):
            _, step = session.run([op, counted], {x: data[order[start : start + 32]]})
            if step % 500 == 499:
                saver.save(session, "model/net", global_step=step)
