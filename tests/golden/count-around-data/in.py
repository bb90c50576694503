"""A loop that goes over its data again until it has taken so many steps: the data are divided, and the steps are."""
import argparse

import numpy as np
import tensorflow as tf


def train(options):
    data = tf.data.Dataset.from_tensor_slices(np.load("digits.npy")).shuffle(1000).batch(32)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = tf.keras.optimizers.Adam(0.001)
    steps = 0
    while steps < options.steps:
        for x in data:
            steps += 1
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x) ** 2)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            if steps % 100 == 0:
                model.save_weights("model.h5")
            if steps == 5000:
                optimizer.learning_rate = 0.0001


parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=10000)
train(parser.parse_args())
