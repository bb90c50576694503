"""What is restored is initialised anew before it is trained on: it is broadcast then, and has no values before."""

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

    def train(self, samples):
        with self.sess as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(1000):
                sess.run(self.train_op, {self.x: samples[np.random.choice(len(samples), 32)]})


if __name__ == "__main__":
    trainer = Trainer()
    if args.load:
        trainer.load()
    trainer.train(np.load("samples.npy"))
