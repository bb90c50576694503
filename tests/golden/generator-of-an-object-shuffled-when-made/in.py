"""An object shuffles its samples when it is made, and whenever its generator comes to their end."""

import numpy as np
import tensorflow as tf


class Batcher:
    def __init__(self, path, size):
        self.samples, self.size, self.start = np.load(path), size, 0
        self.shuffle()

    def shuffle(self):
        order = np.random.permutation(len(self.samples))
        self.samples = self.samples[order]

    def batches(self):
        while True:
            if self.start >= len(self.samples):
                self.start = 0
                self.shuffle()
            else:
                end = self.start + self.size
                yield self.samples[self.start : end]
                self.start = end


x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
step = tf.train.AdamOptimizer(0.001).minimize(loss)
batcher = Batcher("samples.npy", 32)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for batch in batcher.batches():
        session.run(step, {x: batch})
