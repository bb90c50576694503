import numpy as np
from tensorflow.keras import Model, layers


class Network(Model):
    def __init__(self, output):
        super().__init__()
        self.dense = layers.Dense(output)

    def call(self, x):
        return self.dense(x)


model = Network(output=10)
model.compile("adam", "mse")
model.fit(np.load("x.npy"), np.load("y.npy"))
