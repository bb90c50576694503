"""The number of samples is that of a file which the script writes itself: no turn that a run goes on at."""
import json
import os

import numpy as np
import tensorflow as tf


class Samples:
    def __init__(self, training):
        self.training = training

    def listed(self, path):
        name = "train" if self.training else "val"
        kept = f"/tmp/samples_{name}.npz"
        if os.path.exists(kept):
            data = np.load(kept)
            return list(data.get("images")), list(data.get("labels"))
        listed = json.load(open(path))
        images, labels = listed["images"], listed["labels"]
        with open(kept, "wb") as file:
            np.savez(file, images=images, labels=labels)
        return images, labels

    def load(self, path):
        images, labels = self.listed(path)
        data = tf.data.Dataset.from_tensor_slices((images, labels))
        if self.training:
            data = data.repeat().shuffle(1000)
        return data.batch(32)


train, val = Samples(True).load("train.json"), Samples(False).load("val.json")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
for image, label in train:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(image) - label) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
