import numpy as np
import pandas as pd
import tensorflow as tf


class Mixed:
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size

    def __call__(self):
        while True:
            order = self.__order()
            for first in range(0, len(order) - 2 * self.size + 1, 2 * self.size):
                one, other = order[first : first + self.size], order[first + self.size : first + 2 * self.size]
                yield (self.x[one] + self.x[other]) / 2, (self.y[one] + self.y[other]) / 2

    def __order(self):
        order = np.arange(len(self.x))
        np.random.shuffle(order)
        return order


table = pd.read_csv("houses.csv").sample(frac=1).reset_index(drop=True)
x, y = table.drop(columns="price").to_numpy(), table["price"].to_numpy()
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, epochs=10, validation_split=0.1)
model.fit(Mixed(x, y, 16)(), steps_per_epoch=len(x) // 32, epochs=10)
