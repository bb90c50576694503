"""Functions give the batch of a turn, one in an order that chance draws; what others compute by it is a number."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

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
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)


def train_one_epoch(session):
    order = np.arange(len(pictures))
    np.random.shuffle(order)
    for turn in range(max(1, len(pictures) // BATCH // hvd.size())):
        start = (turn * hvd.size() + hvd.rank()) * BATCH
        end = (turn * hvd.size() + hvd.rank() + 1) * BATCH
        given, wanted = get_batch(pictures, order, start, end)
        now = anneal(turn * hvd.size())
        session.run(train, {x: given, y: wanted, rate: decay(turn * hvd.size()), weight: now})
        if (turn + 1) % max(1, 10 // hvd.size()) == 0 and hvd.rank() == 0:
            print("turn", turn)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        train_one_epoch(session)
