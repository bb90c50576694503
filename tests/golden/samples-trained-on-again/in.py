import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--replays", type=int, default=8)
parser.add_argument("--steps", type=int, default=80000)
parser.add_argument("--report", type=int, default=100)
options = parser.parse_args()


class Samples:
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def batch(self, size):
        places = np.random.choice(len(self.images), size)
        return self.images[places], self.labels[places]


train = Samples(np.load("images.npy"), np.load("labels.npy"))
images = tf.placeholder(tf.float32, [None, 784])
labels = tf.placeholder(tf.int64, [None])
rate = tf.placeholder(tf.float32, [])
logits = tf.layers.dense(tf.nn.dropout(images, 0.8), 10)
loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
step = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(options.steps):
        if turn % options.replays == 0:
            x, y = train.batch(128)
        if turn % 10000 == 0:
            current = 0.1 * 0.5 ** (turn // 10000)
        fed = {images: x, labels: y, rate: current}
        if turn % options.report == 0:
            print(turn, session.run(loss, fed))
        session.run(step, fed)
