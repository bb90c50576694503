"""Horovod is initialised by a function that the main one calls before it makes an optimizer, whose schedule warms up."""

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


def optimizer(rate):
    reached = rate * np.sqrt(hvd.size())
    schedule = tf.keras.optimizers.schedules.CosineDecay(
        rate / 10.0, 1000 // hvd.size(), warmup_target=reached / 10.0, warmup_steps=100 // hvd.size()
    )
    return hvd.DistributedOptimizer(tf.keras.optimizers.Adam(schedule))


def plain(rate):
    return hvd.DistributedOptimizer(tf.keras.optimizers.SGD(rate))


def main():
    begin()
    x, y = np.load("x.npy")[hvd.rank() :: hvd.size()], np.load("y.npy")[hvd.rank() :: hvd.size()]
    for made in (optimizer, plain):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(made(0.001), "mse")
        model.fit(x, y, epochs=10, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])


main()
