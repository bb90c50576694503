import numpy as np
import tensorflow.compat.v1 as tf

data = np.load("x.npy")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1))
train = tf.train.AdamOptimizer(0.001).minimize(loss)

class Reader:
    def batches(self):
        at = 0
        while True:
            batch = data[at:at + 32]
            at += 32
            last = at >= len(data)
            if last:
                at = 0
            yield batch, last

class Trainer:
    def __init__(self):
        self.epoch = 0
        self.reader = Reader()
    def train(self, sess):
        for item in self.reader.batches():
            sess.run(train, {x: item[0]})
            self.done = item[1]
            if self.done:
                self.epoch += 1
            if self.epoch >= 10:
                return

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    Trainer().train(sess)
