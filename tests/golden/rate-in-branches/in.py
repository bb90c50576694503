"""The rate is a number, or a schedule, by branches of an expression."""

import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float)
parser.add_argument("--momentum-rate", type=float)
options = parser.parse_args()

Cosine = tf.keras.optimizers.schedules.CosineDecay
(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
rate = options.rate if options.rate else Cosine(0.1, 5 * len(x_train) // 64)
dense = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
dense.compile(tf.keras.optimizers.SGD(rate), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
dense.fit(x_train / 255.0, y_train, batch_size=64, epochs=5)

wide = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(100), tf.keras.layers.Dense(10)])
wide.compile(
    tf.keras.optimizers.SGD(Cosine(0.1, 1000) if options.momentum_rate is None else options.momentum_rate, 0.9),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
wide.fit(x_train / 255.0, y_train, batch_size=64, epochs=5)
