import tensorflow as tf


class Small:
    def __init__(self, rate):
        self.inputs = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(self.inputs, 1) ** 2)
        self.train = tf.train.AdamOptimizer(rate).minimize(self.loss)


class Large:
    def __init__(self, rate):
        self.inputs = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.layers.dense(tf.layers.dense(self.inputs, 64), 1) ** 2)
        self.train = tf.train.MomentumOptimizer(rate, 0.9).minimize(self.loss)
