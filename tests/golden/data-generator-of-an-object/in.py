import random
import numpy as np
import tensorflow as tf


class Loader:
    def __init__(self, names):
        self.names = names

    def __iter__(self):
        while True:
            random.shuffle(self.names)
            for name in self.names:
                yield np.load(name)

    def __len__(self):
        return len(self.names)


loader = Loader(sorted(tf.io.gfile.glob("data/*.npy")))
data = tf.data.Dataset.from_generator(lambda: iter(loader), tf.float32, tf.TensorShape([4]))
data = data.map(lambda x: (x, x)).batch(4)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("adam", "mse")
model.fit(data, steps_per_epoch=len(loader) // 4, epochs=3)
