"""The model is a class of a module that an option names, and an object draws each item that is read of it by chance."""

import argparse

import models
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

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
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 1000 // hvd.size())):
        session.run(model.train, {model.inputs: batch(samples, 32)})
