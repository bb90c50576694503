import numpy as np
import tensorflow as tf

pictures = np.load("pictures.npy")


class Stylist:
    def __init__(self, size, shape):
        self.size = size
        self.shape = (size,) + shape
        self.pictures = tf.placeholder(tf.float32, shape=self.shape)
        self.loss = tf.reduce_mean(tf.square(tf.layers.conv2d(self.pictures, 3, 3)))

    def train(self, epochs):
        step = tf.train.AdamOptimizer(1e-3).minimize(self.loss)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for epoch in range(epochs):
                for start in range(0, len(pictures), self.size):
                    step.run(feed_dict={self.pictures: pictures[start : start + self.size]})


Stylist(4, (256, 256, 3)).train(2)
