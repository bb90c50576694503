import argparse
import numpy as np
import tensorflow as tf
parser = argparse.ArgumentParser()
parser.add_argument("--decay", action="store_true")
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--optimizer", default="adam")
args = parser.parse_args()
if args.decay:
    lr = tf.keras.optimizers.schedules.ExponentialDecay(args.lr, 1000, 0.9)
else:
    lr = args.lr
if args.optimizer == "adam":
    optimizer = tf.keras.optimizers.Adam(learning_rate=lr)
else:
    optimizer = tf.keras.optimizers.SGD(learning_rate=lr, momentum=0.9)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer, "mse")
model.fit(np.load("x.npy"), np.load("y.npy"))
