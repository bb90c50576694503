"""A model that restores itself in the session that it is given: one is given none, the other the one that trains."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, width, restore=None, sess=None):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, width))
        if restore:
            saver = tf.train.Saver()
            saver.restore(sess, tf.train.latest_checkpoint(restore))


x = np.load("x.npy")
student = Model(4)
step = tf.train.AdamOptimizer(0.1).minimize(student.loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    teacher = Model(4, "old", sess)
    for i in range(100):
        batch = np.random.choice(len(x), 16)
        sess.run(step, {student.x: x[batch]})
