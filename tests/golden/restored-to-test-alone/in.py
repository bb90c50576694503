"""What a method restores, by branches that all return, is only tested: nothing is trained on it afterwards."""

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
        else:
            return False


parser = argparse.ArgumentParser()
parser.add_argument("--train", action="store_true")
options = parser.parse_args()
with tf.Session() as session:
    model = Model(session)
    x, y = np.load("x.npy"), np.load("y.npy")
    if options.train:
        model.train(x, y)
    else:
        if not model.load():
            raise Exception("train a model first")
        print(session.run(model.loss, {model.x: x, model.y: y}))
