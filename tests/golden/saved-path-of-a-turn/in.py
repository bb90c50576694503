"""What a saver has written last, under a time and the turn of a loop, is restored in another session by the path that it gives."""

import os
import time

import numpy as np
import tensorflow.compat.v1 as tf

x, y = np.load("x.npy"), np.load("y.npy")
shown, wanted = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 1) - wanted))
step = tf.train.AdamOptimizer(0.001).minimize(loss)
saver = tf.train.Saver()
folder = os.path.join("runs", str(int(time.time())))

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for _ in range(100):
            chosen = np.random.choice(len(x), 32)
            session.run(step, {shown: x[chosen], wanted: y[chosen]})
        path = saver.save(session, os.path.join(folder, "model"), global_step=epoch + 1)

with tf.Session() as session:
    saver.restore(session, path)
    print(session.run(loss, {shown: x, wanted: y}))
