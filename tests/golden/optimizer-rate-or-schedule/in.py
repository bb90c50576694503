"""A rate that may stay as it is, or begin a schedule."""
import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float, default=0.01)
parser.add_argument("--halve-after", type=int, default=0)


def train(args):
    x = np.random.RandomState(0).rand(320, 3).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    rate = args.rate
    if args.halve_after > 0:
        rate = tf.keras.optimizers.schedules.ExponentialDecay(rate, args.halve_after, 0.5)
    model.compile(tf.keras.optimizers.Adam(rate), "mse")
    model.fit(x, x.sum(1), batch_size=16, epochs=2)


def train_shown(args):
    x = np.random.RandomState(1).rand(320, 3).astype("float32")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    rate = args.rate
    if args.halve_after > 0:
        rate = tf.keras.optimizers.schedules.ExponentialDecay(rate, args.halve_after, 0.5)
    model.compile(tf.keras.optimizers.Adam(rate), "mse")
    model.fit(x, x.sum(1), batch_size=max(16, int(rate)), epochs=2)


train(parser.parse_args())
train_shown(parser.parse_args())
