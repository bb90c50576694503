"""A function makes folders: one of them every process enters, to find the weights that it begins with."""

import argparse
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--logs", default="logs/")
parser.add_argument("--weights", default="weights/")
parser.add_argument("--begin", default="first.h5")
arguments = parser.parse_args()


class Run:
    def __init__(self, arguments):
        self.make_folders(arguments.logs, arguments.weights, "leaves")
        self.folder = arguments.weights

    def make_folders(self, logs, weights, name):
        """Make what is not there."""
        if hvd.rank() == 0:
            os.makedirs(logs, exist_ok=True)
        os.makedirs(weights, exist_ok=True)
        if hvd.rank() == 0:
            os.makedirs(weights + name, exist_ok=True)

    def train(self, samples, targets):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
        model.load_weights(self.folder + arguments.begin, by_name=True)
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            samples[shard],
            targets[shard],
            epochs=4,
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
        if hvd.rank() == 0:
            model.save_weights(os.path.join(self.folder, "last.h5"))


Run(arguments).train(np.load("samples.npy"), np.load("targets.npy"))
