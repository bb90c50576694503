"""Horovod is initialised by a function that the main one calls after it has made an optimizer."""

import logging

import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO)


def begin():
    hvd.init()
    gpus = tf.config.experimental.list_physical_devices("GPU")
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)
    if gpus:
        tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def made(rate):
    return tf.keras.optimizers.SGD(rate)


def main():
    plain = made(0.001)
    begin()
    x, y = np.load("x.npy")[hvd.rank() :: hvd.size()], np.load("y.npy")[hvd.rank() :: hvd.size()]
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(plain), "mse")
    model.fit(x, y, epochs=10, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])


main()
