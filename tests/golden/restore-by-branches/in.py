"""A function that restores returns in each branch: its calls broadcast, where what is restored is trained on."""

import os

import numpy as np
import tensorflow as tf


class Network:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.y = tf.layers.dense(self.x, 8)

    def train(self, samples):
        loss = tf.reduce_mean(tf.square(self.y - self.x))
        train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
        sess = tf.Session()
        self.sess = sess
        sess.run(tf.global_variables_initializer())
        self.saver = tf.train.Saver()
        self.load(sess)
        for step in range(10000):
            sess.run(train_op, {self.x: samples[np.random.choice(len(samples), 32)]})
        self.saver.save(sess, "trained/model")

    def load(self, sess):
        found = tf.train.get_checkpoint_state("pretrained")
        if found and found.model_checkpoint_path:
            self.saver.restore(sess, found.model_checkpoint_path)
            return True
        else:
            return False

    def test(self, samples):
        self.sess = tf.Session()
        self.saver = tf.train.Saver()
        self.load(self.sess)
        return self.sess.run(self.y, {self.x: samples})


if __name__ == "__main__":
    network = Network()
    if os.environ.get("TEST"):
        print(network.test(np.load("tested.npy")))
    else:
        network.train(np.load("samples.npy"))
