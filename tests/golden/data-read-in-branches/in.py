"""Each turn reads one set of samples or another, of which only one is there."""

import glob
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
BATCH = 32


class Painter:
    def __init__(self, session, kind):
        self.session = session
        self.kind = kind
        if kind == "digits":
            self.digits = np.load("digits.npy")
        else:
            self.paths = sorted(glob.glob(kind + "/*.npy"))
        self.images = tf.placeholder(tf.float32, [None, 64])
        loss = tf.reduce_mean(tf.square(tf.layers.dense(self.images, 64) - self.images))
        self.train_op = tf.train.AdamOptimizer(2e-4).minimize(loss)

    def train(self, epochs):
        self.session.run(tf.global_variables_initializer())
        for epoch in range(epochs):
            if self.kind == "digits":
                turns = len(self.digits) // BATCH
            else:
                turns = len(self.paths) // BATCH
            for turn in range(turns):
                if self.kind == "digits":
                    batch = self.digits[turn * BATCH : (turn + 1) * BATCH]
                else:
                    batch = [np.load(path) for path in self.paths[turn * BATCH : (turn + 1) * BATCH]]
                self.session.run(self.train_op, feed_dict={self.images: batch})
            print("epoch", epoch)


with tf.Session() as sess:
    Painter(sess, sys.argv[1]).train(5)
