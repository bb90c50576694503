import pickle
import random

import numpy as np
import tensorflow as tf


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
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        losses = []
        for one, good, bad in ratings.batches(256):
            _, value = session.run([train_op, loss], {user: one, liked: good, other: bad})
            losses.append(value)
        print(epoch, np.mean(losses))
