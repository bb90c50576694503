"""A trainer that looks for its last weights when it is made, and goes on in the epoch after them."""

import glob

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(tf.keras.optimizers.SGD(0.1), "mse")
        self.epoch = 0
        found = sorted(glob.glob("weights-*.h5"))
        if found:
            self.model.build([None, 4])
            self.model.load_weights(found[-1])
            self.epoch = int(found[-1][8:10]) + 1

    def train(self, samples, targets):
        for epoch in range(self.epoch, 10):
            self.model.fit(samples, targets, verbose=0)
            self.model.save_weights("weights-%02d.h5" % epoch)


Trainer().train(np.load("samples.npy"), np.load("targets.npy"))
