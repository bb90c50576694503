import numpy as np
import tensorflow as tf


class Reader:
    def __init__(self, path):
        self.lines = self.load(path)

    def rows(self):
        for line in self.lines:
            values = [float(each) for each in line.split()]
            yield values[:-1], values[-1]

    def load(self, path):
        with open(path) as file:
            lines = [line.strip() for line in file]
        np.random.shuffle(lines)
        return lines


class Pipeline:
    def __init__(self, reader):
        self.reader = reader

    def __call__(self, batch):
        data = tf.data.Dataset.from_generator(self.reader.rows, (tf.float32, tf.float32), ((8,), ()))
        return data.batch(batch)


pipeline = Pipeline(Reader("train.txt"))
data = pipeline(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(data, epochs=3)
