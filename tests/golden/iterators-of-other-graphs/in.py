"""Which iterator a graph has is told by a name that is handed on: it is not seen that validation reads the other one."""

import numpy as np
import tensorflow as tf


class Data:
    def training(self):
        data = tf.data.Dataset.from_tensor_slices(np.load("train.npy"))
        return data.shuffle(100).batch(32).repeat().make_initializable_iterator()

    def validation(self):
        data = tf.data.Dataset.from_tensor_slices(np.load("valid.npy"))
        return data.batch(32).make_initializable_iterator()


class Net:
    def __init__(self, data, mode):
        self.mode = mode
        self.iterator = data.training() if self.mode == "train" else data.validation()
        self.loss = tf.reduce_mean(tf.layers.dense(self.iterator.get_next(), 1) ** 2)
        self.step = tf.train.AdamOptimizer(0.01).minimize(self.loss)


def build(name):
    with tf.Graph().as_default():
        net, session = Net(Data(), name), tf.Session()
        session.run(tf.global_variables_initializer())
        session.run(net.iterator.initializer)
    return net, session


def evaluate(net, session):
    session.run(net.iterator.initializer)
    for step in range(10):
        print(session.run(net.loss))


net, session = build("train")
other, other_session = build("valid")
for epoch in range(10):
    for step in range(100):
        session.run(net.step)
    evaluate(other, other_session)
