"""A strategy that is off where it is not asked for, and then divides the dataset: its division is none of Horovod's."""

import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--multi_gpu", action="store_true")
args = parser.parse_args()


def train(strategy=None):
    (x, y), _ = tf.keras.datasets.mnist.load_data()
    data = tf.data.Dataset.from_tensor_slices((x / 255.0, y)).shuffle(1000).repeat().batch(32)
    if strategy is not None:
        data = strategy.experimental_distribute_dataset(data)
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.Adam(0.001), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(data, epochs=3, steps_per_epoch=len(x) // 32)


if args.multi_gpu:
    mirrored = tf.distribute.MirroredStrategy()
    with mirrored.scope():
        train(mirrored)
else:
    train()
