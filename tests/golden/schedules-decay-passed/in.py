"""A model's constructor is given its rate and when it decays: by options, and by the length of the data."""
import argparse

import numpy as np
import tensorflow as tf


class Regression:
    def __init__(self, rate=None, decay_steps=None, decay=0.5):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.losses.mean_squared_error(self.y, tf.layers.dense(self.x, 1))
        self.step = tf.train.get_or_create_global_step()
        rate = tf.train.exponential_decay(rate, self.step, decay_steps=decay_steps, decay_rate=decay, staircase=True)
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss, global_step=self.step)


parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float, default=0.001)
parser.add_argument("--batch", type=int, default=32)
args = parser.parse_args()

data = np.load("data.npz")
x, y = data["x"], data["y"]
model = Regression(args.rate, decay_steps=3 * len(x) // args.batch)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for i in range(len(x) // args.batch):
            some = slice(i * args.batch, (i + 1) * args.batch)
            sess.run(model.train_op, {model.x: x[some], model.y: y[some]})
