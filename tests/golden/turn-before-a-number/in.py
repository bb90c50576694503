"""Turns that are told by the number after them, of which a count that is divided has another last one."""

import sys

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1))
train = tf.train.AdamOptimizer(0.1).minimize(loss)
data = np.load("data.npy")
cfg = {"coarse": int(sys.argv[1]), "total": int(sys.argv[2])}
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    total = cfg["total"]
    while step < total:
        k = np.random.choice(len(data), 32)
        sess.run(train, {x: data[k]})
        if step % 200 == 0 or step == cfg["coarse"] - 1:
            saver.save(sess, "coarse")
        if step == cfg["total"] - 1 or step == total - 1 or (step + 1) == total:
            saver.save(sess, "all")
        step += 1
