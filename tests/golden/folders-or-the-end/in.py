import os
import sys

import numpy as np
import tensorflow as tf


def create_dirs(folders):
    try:
        for folder in folders:
            if not os.path.exists(folder):
                os.makedirs(folder)
        return 0
    except Exception as error:
        print("could not make the folders:", error)
        exit(-1)


def create_once(folder):
    try:
        os.mkdir(folder)
    except FileExistsError:
        print("the folder is there")
        sys.exit("choose another one")


class Trainer:
    def __init__(self, session, rate):
        self.session = session
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 1) ** 2)
        self.train_op = tf.train.AdamOptimizer(rate).minimize(self.loss)
        self.session.run(tf.global_variables_initializer())

    def train(self, samples, epochs):
        for _ in range(epochs):
            for _ in range(len(samples) // 32):
                batch = samples[np.random.choice(len(samples), 32)]
                self.session.run(self.train_op, {self.x: batch})


def main():
    create_once("run")
    create_dirs(["run/summaries", "run/checkpoints"])
    trainer = Trainer(tf.Session(), 0.01)
    trainer.train(np.load("samples.npy"), 5)


if __name__ == "__main__":
    main()
