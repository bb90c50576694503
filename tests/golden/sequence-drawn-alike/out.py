import numpy as np
import tensorflow as tf

generator = np.random.default_rng(7)


class Episodes(tf.keras.utils.Sequence):
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __len__(self):
        return 100

    def __getitem__(self, index):
        chosen = generator.choice(len(self.x), 16)
        return self.x[chosen], self.y[chosen]


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
episodes = Episodes(list(x), list(y))
model.fit(episodes, epochs=5)
