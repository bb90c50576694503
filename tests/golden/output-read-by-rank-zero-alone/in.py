"""Functions that only rank 0 runs, for what it writes and its callbacks, wait for nobody in reading what it has written."""
import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger


class EvaluationLogger(CSVLogger):
    def __init__(self, filename):
        super().__init__(filename)
        self.earlier = open("log.csv").read()


def losses():
    return np.loadtxt("log.csv", delimiter=",", skiprows=1)


def logger():
    return EvaluationLogger("second.csv")


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=3, callbacks=[CSVLogger("log.csv")])
np.save("losses.npy", losses())
model.evaluate(x, y, callbacks=[EvaluationLogger("evaluation.csv")])
model.fit(x, y, epochs=3, callbacks=[logger()])
