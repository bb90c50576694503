"""Optimizers that are wrapped in another one under a condition, in a function, on self, and beside the first name."""

import tensorflow.compat.v1 as tf


def build2(flag, loss):
    optimizer = tf.train.AdamOptimizer(0.1)
    if flag:
        optimizer = tf.train.experimental.enable_mixed_precision_graph_rewrite(optimizer)
    return optimizer.minimize(loss)


def build3(flag, loss):
    optimizer = tf.train.AdamOptimizer(0.1)
    if flag:
        optimizer = tf.contrib.estimator.clip_gradients_by_norm(optimizer, 3.0)
    return optimizer.minimize(loss)


v = tf.Variable(1.0)
train = build2(True, v * v)
train2 = build3(True, v * v)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(10):
        sess.run([train, train2])


class T:
    def __init__(self, flag):
        self.opt = tf.train.AdamOptimizer(0.1)
        self.opt = tf.train.experimental.enable_mixed_precision_graph_rewrite(self.opt)
        self.train = self.opt.minimize(v * v)


class U:
    def __init__(self, flag):
        self.opt = tf.train.AdamOptimizer(0.1)
        if flag:
            self.opt = tf.train.experimental.enable_mixed_precision_graph_rewrite(self.opt)

    def step(self):
        return self.opt.minimize(v * v)


def build4(flag, loss):
    opt = inner = tf.train.AdamOptimizer(0.1)
    if flag:
        opt = tf.train.experimental.enable_mixed_precision_graph_rewrite(inner)
    return opt.minimize(loss)


t, u, q = T(1), U(1), build4(0, v * v)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(10):
        sess.run([t.train, u.step(), q])
