"""Words without a vector get one by chance, in an object that makes arrays of texts later."""

import json
import numpy as np
from tensorflow import keras


class Processor:
    def __init__(self, path):
        self.vectors = self.load(path)

    def load(self, path):
        vectors = json.load(open(path))
        vectors["<eos>"] = np.random.uniform(0.0, 1.0, 50)
        return vectors

    def arrays(self, texts):
        return np.array([[self.vectors[word] for word in text] for text in texts])


processor = Processor("vectors.json")
x, y = processor.arrays(json.load(open("texts.json"))), np.load("y.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, epochs=5)
