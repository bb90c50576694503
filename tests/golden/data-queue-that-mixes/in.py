"""A queue that mixes is filled in one order: processes draw from the same samples, soon after one another."""

import threading

import numpy as np
import tensorflow as tf

files = [f"spectrograms/{number}.npy" for number in range(4000)]
frames = tf.placeholder(tf.float32, [None, 8])
queue = tf.RandomShuffleQueue(2000, 500, [tf.float32], shapes=[[8]])
put = queue.enqueue_many([frames])


def fill(session):
    while True:
        for name in files:
            session.run(put, feed_dict={frames: np.load(name)})


loss = tf.reduce_mean(tf.layers.dense(queue.dequeue_many(32), 1) ** 2)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    threading.Thread(target=fill, args=(session,), daemon=True).start()
    for step in range(20000):
        session.run(train_op)
