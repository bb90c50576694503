"""The model is a class of a module that an option names, and an object draws each item that is read of it by chance."""

import argparse

import models
import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="Small")
args = parser.parse_args()


class Samples:
    def __init__(self, path):
        self.samples = np.load(path)

    def __getitem__(self, _):
        return self.samples[np.random.randint(len(self.samples))]


def batch(samples, size):
    return np.stack([samples[0] for _ in range(size)])


samples = Samples("samples.npy")
model = getattr(models, args.model)(0.01)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(1000):
        session.run(model.train, {model.inputs: batch(samples, 32)})
