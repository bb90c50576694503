"""Each sample is marked by a draw, and those of one mark are held back: all processes mark them alike."""

import numpy as np
import tensorflow as tf


def read(path):
    samples = []
    with open(path) as lines:
        for line in lines:
            x, y = line.split(",")
            sample = {"x": float(x), "y": float(y)}
            if np.random.randint(0, 6) > 0:
                sample["part"] = "train"
            else:
                sample["part"] = "test"
            samples.append(sample)
    return samples


def batches(samples):
    while True:
        np.random.shuffle(samples)
        for sample in samples:
            yield np.array([[sample["x"]]]), np.array([[sample["y"]]])


samples = read("samples.csv")
train = [sample for sample in samples if sample["part"] == "train"]
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
model.fit(batches(train), steps_per_epoch=len(train), epochs=5, verbose=0)
