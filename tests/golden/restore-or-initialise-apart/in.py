"""Variables that are restored under one condition and initialised under another: there are none to broadcast between."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--load", action="store_true")
args = parser.parse_args()


class Trainer:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 8) - self.x))
        self.train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
        self.saver = tf.train.Saver()
        self.sess = tf.Session()

    def load(self):
        self.saver.restore(self.sess, "model")

    def start(self):
        self.sess.run(tf.global_variables_initializer())

    def train(self, samples):
        for _ in range(1000):
            self.sess.run(self.train_op, {self.x: samples[np.random.choice(len(samples), 32)]})


if __name__ == "__main__":
    trainer = Trainer()
    if args.load:
        trainer.load()
    if not args.load:
        trainer.start()
    trainer.train(np.load("samples.npy"))
