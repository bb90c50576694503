"""A loop that goes on to a step that a method gives with the loss, and loops within loops that are left at one."""

import numpy as np
import tensorflow as tf
data = np.load("x.npy")
class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 2))
        self.global_step = tf.Variable(0, trainable=False)
        self.train_op = tf.train.AdamOptimizer(1e-4).minimize(self.loss, global_step=self.global_step)
    def step(self, sess, batch):
        _, loss, step = sess.run([self.train_op, self.loss, self.global_step], feed_dict={self.x: batch})
        return loss, step
m = Model()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    while step < 20000:
        loss, step = m.step(sess, data[np.random.choice(len(data), 32)])
        if step % 1000 == 0:
            print(loss)
    for epoch in range(100):
        for place in range(0, len(data) - 31, 32):
            _, step = sess.run([m.train_op, m.global_step], feed_dict={m.x: data[place : place + 32]})
            if step > 30000:
                break
        if step > 30000:
            break
