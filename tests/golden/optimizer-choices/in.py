"""Optimizers made in every way, each compiled into a model of its own."""
import argparse

import tensorflow as tf
from tensorflow.keras import optimizers
from tensorflow.keras.optimizers import Adam as A
from tensorflow.keras.optimizers import legacy

parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", choices=["adam", "sgd"], default="adam")
parser.add_argument("--lr", type=float, default=0.01)
args = parser.parse_args()


class Careful(optimizers.SGD):
    def __init__(self, learning_rate=0.02, **kwargs):
        super().__init__(learning_rate, **kwargs)


def make_optimizer(rate):
    return optimizers.Adagrad(rate)


def model_for(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer=optimizer, loss="mse")
    return model


if args.optimizer == "adam":
    chosen = A(args.lr)
else:
    chosen = optimizers.SGD(learning_rate=args.lr, momentum=0.9)

x = tf.random.stateless_normal([32, 4], seed=[1, 2])
y = x[:, :1]
model_for(chosen).fit(x, y, batch_size=8, verbose=0)

with_lr = legacy.SGD(lr=args.lr if args.lr else 0.1)
model_for(with_lr).fit(x, y, batch_size=8, verbose=0)
model_for(make_optimizer(1e-2)).fit(x, y, batch_size=8, verbose=0)
model_for(Careful()).fit(x, y, batch_size=8, verbose=0)
model_for(optimizers.experimental.RMSprop()).fit(x, y, batch_size=8, verbose=0)
