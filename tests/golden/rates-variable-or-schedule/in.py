import numpy as np
import tensorflow.compat.v1 as tf


class Trainer:
    def __init__(self, kind, rate):
        self.step = tf.Variable(0, trainable=False)
        if kind == "momentum":
            self.rate = tf.train.exponential_decay(rate, self.step, 100, 0.9)
            self.optimizer = tf.train.MomentumOptimizer(self.rate, 0.9)
        else:
            self.rate = tf.Variable(rate, trainable=False)
            self.optimizer = tf.train.AdamOptimizer(self.rate)
        self.x = tf.placeholder(tf.float32, [None, 2])
        loss = tf.reduce_mean(tf.layers.dense(self.x, 1))
        self.train_op = self.optimizer.minimize(loss, self.step)


trainer = Trainer("adam", 0.01)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100):
        sess.run(trainer.train_op, {trainer.x: np.random.randn(8, 2)})
