"""A rate is read in the session, and a part of it is the new one: a variable that no sample changes is the same in all."""

import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()


class Net:
    def __init__(self):
        self.x = tf.compat.v1.placeholder(tf.float32, [None, 3])
        self.y = tf.compat.v1.placeholder(tf.float32, [None, 1])
        self.rate = tf.Variable(0.001, trainable=False)
        self.new = tf.compat.v1.placeholder(tf.float32, [])
        self.update = tf.compat.v1.assign(self.rate, self.new)
        self.loss = tf.reduce_mean(tf.square(tf.compat.v1.layers.dense(self.x, 1) - self.y))
        self.train = tf.compat.v1.train.AdamOptimizer(self.rate).minimize(self.loss)


net = Net()
x, y = np.load("x.npy"), np.load("y.npy")
with tf.compat.v1.Session() as session:
    session.run(tf.compat.v1.global_variables_initializer())
    for epoch in range(10):
        for start in range(0, len(x), 10):
            fed = {net.x: x[start : start + 10], net.y: y[start : start + 10]}
            _, loss, rate = session.run([net.train, net.loss, net.rate], fed)
        print(epoch, loss, rate)
        if epoch < 5:
            session.run(net.update, {net.new: rate * 0.9})
        else:
            before = session.run(net.rate)
            session.run(net.update, {net.new: before * 0.5})
        net.rate.load(max(session.run(net.rate), 1e-6), session)
