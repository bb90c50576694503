"""A rate that may stay as it is, or begin a schedule."""
import argparse

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
parser.add_argument("--rate", type=float, default=0.01)
parser.add_argument("--halve-after", type=int, default=0)


def train(args):
    x = np.random.RandomState(0).rand(320, 3).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    rate = args.rate * hvd.size()
    if args.halve_after > 0:
        rate = tf.keras.optimizers.schedules.ExponentialDecay(
            rate, args.halve_after / hvd.size(), 0.5
        )
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(rate)), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x.sum(1)[shard],
        batch_size=16,
        epochs=2,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


def train_shown(args):
    x = np.random.RandomState(1).rand(320, 3).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    rate = args.rate
    if args.halve_after > 0:
        rate = tf.keras.optimizers.schedules.ExponentialDecay(
            rate, args.halve_after / hvd.size(), 0.5
        )
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(rate)), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x.sum(1)[shard],
        batch_size=max(16, int(rate)),
        epochs=2,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


train(parser.parse_args())
train_shown(parser.parse_args())
