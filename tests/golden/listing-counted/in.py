"""A loop that counts its batches reads files by their places in a listing, which each host orders in its own way."""
from glob import glob

import numpy as np
import tensorflow as tf

BATCH = 16


def load(path):
    return np.fromfile(path, dtype=np.float32, count=4)


x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 4) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        files = glob("samples/{}/*.bin".format("train"))
        for i in range(0, len(files) // BATCH):
            sess.run(train_op, {x: [load(each) for each in files[i * BATCH:(i + 1) * BATCH]]})
