import json

import numpy as np
import tensorflow as tf


class Data:
    def __init__(self):
        self.splits = {"train", "valid", "test"}
        self.names = {}
        for split in self.splits:
            self.names[split] = json.load(open(f"{split}.json"))


data = Data()
numbers = {name: number for number, name in enumerate({"cat", "dog", "bird"})}
images = np.stack([np.load(f"{name}.npy") for name in data.names["train"]])
labels = np.array([numbers[name.split("_")[0]] for name in data.names["train"]])
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(3)])
model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(images, labels, epochs=5)
