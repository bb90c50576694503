import numpy as np
import tensorflow as tf


class Images:
    def __init__(self, images):
        self.images = images
        self.place = 0

    def shuffle(self):
        order = np.arange(len(self.images))
        np.random.shuffle(order)

    def next_batch(self, size):
        start = self.place
        self.place += size
        if self.place > len(self.images):
            self.shuffle()
            start = 0
            self.place = size
        return self.images[start : self.place]


data = Images(np.load("images.npy"))
x = tf.placeholder(tf.float32, [None, 784])
z = tf.placeholder(tf.float32, [None, 64])
loss = tf.reduce_mean(tf.square(tf.layers.dense(z, 784) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10000):
        sess.run(train_op, {x: data.next_batch(32), z: np.random.normal(size=(32, 64))})
