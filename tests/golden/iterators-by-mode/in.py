"""A class makes the iterator of training or that of validation, by one function: the first alone is divided."""

import numpy as np
import tensorflow as tf


def dataset(name, training):
    data = tf.data.Dataset.from_tensor_slices(np.load(name)).batch(32)
    return data.shuffle(100).repeat() if training else data


class Net:
    def __init__(self, mode):
        if mode == "train":
            self.iterator = dataset("train.npy", True).make_initializable_iterator()
        else:
            self.iterator = dataset("valid.npy", False).make_initializable_iterator()
        with tf.variable_scope("net", reuse=mode != "train"):
            self.loss = tf.reduce_mean(tf.layers.dense(self.iterator.get_next(), 1) ** 2)
        if mode == "train":
            self.step = tf.train.AdamOptimizer(0.01).minimize(self.loss)


net, valid = Net("train"), Net("valid")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(net.iterator.initializer)
    for epoch in range(10):
        for step in range(100):
            session.run(net.step)
        session.run(valid.iterator.initializer)
        for step in range(10):
            print(session.run(valid.loss))
