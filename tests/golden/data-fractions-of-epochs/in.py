"""A loss that grows with the part of an epoch that is done: each process has a part of its turns."""

import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--turns", type=int, default=100)
args = parser.parse_args()
x = np.random.RandomState(0).normal(size=(256, 3)).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
data = iter(tf.data.Dataset.from_tensor_slices(x).repeat().batch(8))
for epoch in range(3):
    for turn in range(args.turns):
        done = epoch + turn / args.turns
        batch = next(data)
        with tf.GradientTape() as tape:
            loss = done * tf.reduce_mean(tf.square(model(batch)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
