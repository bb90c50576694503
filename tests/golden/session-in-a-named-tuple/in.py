"""A session and a model that a named tuple holds, made by a class of it and by what `namedtuple` gives."""

import collections

import numpy as np
import tensorflow as tf


class Built(collections.namedtuple("Built", ("session", "model"))):
    pass


Data = collections.namedtuple("Data", "train test")


class Model:
    def __init__(self, x):
        self.loss = tf.reduce_mean(tf.layers.dense(x, 1))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)


def build(x):
    sess = tf.Session()
    model = Model(x)
    sess.run(tf.global_variables_initializer())
    return Built(session=sess, model=model)


x = tf.placeholder(tf.float32, [None, 4])
built = build(x)
data = Data(np.load("train.npy"), np.load("test.npy"))
for i in range(1000):
    chosen = np.random.choice(len(data.train), 32)
    built.session.run([built.model.train_op, built.model.loss], {x: data.train[chosen]})
print(built.session.run(built.model.loss, {x: data.test}))
