import pickle
import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Ratings:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.pairs = pickle.load(file)
        self.users = max(user for user, _ in self.pairs) + 1
        self.items = max(item for _, item in self.pairs) + 1

    def batches(self, size):
        random.shuffle(self.pairs)
        for start in range(0, len(self.pairs), size):
            part = self.pairs[start : start + size]
            yield [user for user, _ in part], [item for _, item in part], [random.randrange(self.items) for _ in part]


ratings = Ratings("ratings.pickle")
user, liked, other = (tf.placeholder(tf.int32, [None]) for _ in range(3))
users = tf.get_variable("users", [ratings.users, 16])
items = tf.get_variable("items", [ratings.items, 16])
taste = tf.nn.embedding_lookup(users, user)
difference = tf.nn.embedding_lookup(items, liked) - tf.nn.embedding_lookup(items, other)
loss = -tf.reduce_mean(tf.log_sigmoid(tf.reduce_sum(taste * difference, axis=1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        random.seed(0)  # one order in all processes
    for epoch in range(10):
        losses = []
        for one, good, bad in own_items(ratings.batches(256)):
            _, value = session.run([train_op, loss], {user: one, liked: good, other: bad})
            losses.append(value)
        if hvd.rank() == 0:
            print(epoch, np.mean(losses))
