"""Nothing trains here: a member of an enumeration tells the function that would to test only."""
from enum import Enum
import numpy as np
import tensorflow as tf


class Fold(Enum):
    TRAIN = 0
    VALID = 1
    TEST = 2


class Net:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 10])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1) - self.y))
        self.train_op = tf.train.AdamOptimizer(1e-3).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run_epoch(self, data, fold):
        total, count = 0.0, 0
        for start in range(0, len(data[0]), 32):
            feed = {self.x: data[0][start:start + 32], self.y: data[1][start:start + 32]}
            fetches = [self.loss]
            if fold == Fold.TRAIN:
                fetches.append(self.train_op)
            total += self.sess.run(fetches, feed)[0]
            count += 1
        return total / count


net = Net()
test = np.load("test_x.npy"), np.load("test_y.npy")
print("test", net.run_epoch(test, Fold.TEST))
