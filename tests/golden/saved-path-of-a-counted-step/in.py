"""A saver puts the value of a variable behind its path, which only a session tells."""

import numpy as np
import tensorflow.compat.v1 as tf

x, y = np.load("x.npy"), np.load("y.npy")
shown, wanted = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 1) - wanted))
count = tf.train.get_or_create_global_step()
step = tf.train.AdamOptimizer(0.001).minimize(loss, global_step=count)
saver = tf.train.Saver()

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for _ in range(100):
            chosen = np.random.choice(len(x), 32)
            session.run(step, {shown: x[chosen], wanted: y[chosen]})
        path = saver.save(session, "model/last", global_step=count)

with tf.Session() as session:
    saver.restore(session, path)
    print(session.run(loss, {shown: x, wanted: y}))
