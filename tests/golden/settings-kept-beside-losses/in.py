import json
import numpy as np
import tensorflow as tf


class Network:
    def __init__(self, *args, units=64, two_heads=False, **kwargs):
        self.units = units
        self.two_heads = two_heads
        self.params = {}
        self.params["train_loss"] = []

    def build(self):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None, 1])
        h = tf.layers.dense(self.x, self.units, tf.nn.relu)
        out = tf.layers.dense(h, 1)
        if self.two_heads:
            out = out + tf.layers.dense(tf.square(h), 1)
        self.loss = tf.losses.mean_squared_error(self.y, out)
        self.step = tf.train.AdamOptimizer(0.001).minimize(self.loss)

    def load(self, path):
        with open(path) as f:
            self.params = json.load(f)
        self.units = self.params["units"]
        self.two_heads = self.params["two_heads"]

    def keep(self):
        self.params["units"] = self.units
        self.params["two_heads"] = self.two_heads
        with open("params.json", "w") as f:
            json.dump(self.params, f)

    def train(self, sess, x, y, epochs, size=16):
        for epoch in range(epochs):
            order = np.random.permutation(len(x))
            for i in range(len(x) // size):
                rows = order[i * size : (i + 1) * size]
                loss, _ = sess.run([self.loss, self.step], {self.x: x[rows], self.y: y[rows]})
                self.params["train_loss"].append(float(loss))


x, y = np.load("x.npy"), np.load("y.npy")
net = Network(units=32, two_heads=True)
net.build()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    net.train(sess, x, y, 10)
    net.keep()
    tf.train.Saver().save(sess, "model/net")
