"""The number of batches is that of a file which the script opens, writes and closes itself: no turn that a run goes on at."""

import os
import pickle

import numpy as np
import tensorflow as tf


class Loader:
    def __init__(self):
        kept = "data/strokes.cpkl"
        if not os.path.exists(kept):
            self.preprocess(kept)
        with open(kept, "rb") as file:
            self.strokes = pickle.load(file)
        self.num_batches = len(self.strokes) // 32

    def preprocess(self, kept):
        strokes = [np.load(each) for each in sorted(os.listdir("raw"))]
        file = open(kept, "wb")
        pickle.dump(strokes, file)
        file.close()

    def next_batch(self):
        return np.array([self.strokes[np.random.randint(len(self.strokes))] for _ in range(32)])


loader = Loader()
x = tf.placeholder(tf.float32, [None, 4])
w = tf.Variable(tf.zeros([4, 1]))
train_op = tf.train.AdamOptimizer(1e-3).minimize(tf.reduce_mean(tf.square(tf.matmul(x, w))))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for step in range(loader.num_batches):
            sess.run(train_op, {x: loader.next_batch()})
