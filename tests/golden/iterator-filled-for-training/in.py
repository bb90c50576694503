"""An iterator is filled with the data for training, and with those for validation, which stay whole."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, samples):
        data = tf.data.Dataset.from_tensor_slices(samples)
        train = data.skip(1000).shuffle(10000).batch(64)
        validation = data.take(1000).batch(64)
        iterator = tf.data.Iterator.from_structure(tf.float32, [None, 32])
        self.fill_to_train = iterator.make_initializer(train)
        self.fill_to_validate = iterator.make_initializer(validation)
        self.loss = tf.reduce_mean(tf.layers.dense(iterator.get_next(), 1) ** 2)
        self.train_op = tf.train.AdamOptimizer(0.001).minimize(self.loss)

    def begin(self, sess):
        sess.run(self.fill_to_train)

    def validated(self, sess, fill):
        sess.run(fill)
        losses = []
        try:
            while True:
                losses.append(sess.run(self.loss))
        except tf.errors.OutOfRangeError:
            return np.mean(losses)

    def train(self, epochs):
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for epoch in range(epochs):
                self.begin(sess)
                try:
                    while True:
                        sess.run(self.train_op)
                except tf.errors.OutOfRangeError:
                    pass
                loss = self.validated(sess, self.fill_to_validate)
                print(epoch, loss)


Trainer(np.load("samples.npy")).train(10)
