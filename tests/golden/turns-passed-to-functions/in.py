"""Functions give the batch of a turn, one in an order that chance draws; what others compute by it is a number."""

import numpy as np
import tensorflow as tf

BATCH = 32


class Pictures:
    def __init__(self):
        self.pictures, self.labels = np.load("x.npy"), np.load("y.npy")

    def __getitem__(self, k):
        return self.pictures[k], self.labels[k]

    def __len__(self):
        return len(self.pictures)


def get_batch(pictures, order, start, end):
    size = end - start
    given, wanted = np.zeros((size, 4)), np.zeros((size, 1))
    for i in range(size):
        picture, label = pictures[order[i + start]]
        given[i, ...] = picture
        wanted[i] = label
    return given, wanted


def decay(turn):
    return 0.1 * 0.99 ** (turn // 100)


def anneal(turn):
    return min(1.0, turn / 1000)


pictures = Pictures()
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
rate = tf.placeholder(tf.float32, [])
weight = tf.placeholder(tf.float32, [])
loss = weight * tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train = tf.train.AdamOptimizer(rate).minimize(loss)


def train_one_epoch(session):
    order = np.arange(len(pictures))
    np.random.shuffle(order)
    for turn in range(len(pictures) // BATCH):
        start = turn * BATCH
        end = (turn + 1) * BATCH
        given, wanted = get_batch(pictures, order, start, end)
        now = anneal(turn)
        session.run(train, {x: given, y: wanted, rate: decay(turn), weight: now})
        if (turn + 1) % 10 == 0:
            print("turn", turn)


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        train_one_epoch(session)
