"""A function reads the files of a turn, from a listing that chance orders in each epoch."""

import os

import cv2
import numpy as np
import tensorflow as tf

BATCH = 32
names = os.listdir("pictures")
kinds = list(set(each.split("_")[0] for each in names))


def get_batch(names, turn):
    pictures, wanted = [], []
    for name in names[turn * BATCH : (turn + 1) * BATCH]:
        pictures.append(cv2.imread(os.path.join("pictures", name)) / 255.0)
        wanted.append(kinds.index(name.split("_")[0]))
    return np.array(pictures), np.array(wanted)


x = tf.placeholder(tf.float32, [None, 32, 32, 3])
y = tf.placeholder(tf.int32, [None])
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(tf.layers.flatten(x), 10))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        np.random.shuffle(names)
        for turn in range(len(names) // BATCH):
            given, wanted = get_batch(names, turn)
            session.run(train, {x: given, y: wanted})
