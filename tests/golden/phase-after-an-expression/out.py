"""The phase after an expression reads what another may have saved, and no place is seen where all can wait for that."""

import argparse

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, session):
        self.session = session
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.reduce_mean((tf.layers.dense(self.x, 1) - self.y) ** 2)
        self.step = tf.train.AdamOptimizer(0.01).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, x, y):
        self.session.run(tf.global_variables_initializer())
        self.load()
        for epoch in range(10):
            for start in range(0, len(x), 32):
                fed = {self.x: x[start : start + 32], self.y: y[start : start + 32]}
                self.session.run(self.step, fed)
            self.saver.save(self.session, "models/model", global_step=epoch)

    def load(self):
        found = tf.train.get_checkpoint_state("models")
        if found and found.model_checkpoint_path:
            self.saver.restore(self.session, found.model_checkpoint_path)
            return True
        return False

    def test(self, x, y):
        if self.load():
            print(self.session.run(self.loss, {self.x: x, self.y: y}))


parser = argparse.ArgumentParser()
parser.add_argument("--phase", default="train")
options = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
model = Model(tf.Session())
model.train(x, y) if options.phase == "train" else print("tests alone")
model.test(x, y)
