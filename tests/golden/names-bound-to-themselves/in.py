"""Names that are bound to what they were: a bar over paths of another module, and a parameter that is made a float."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
from tqdm import tqdm
from lists import *

paths = tqdm(paths)
for path in paths:
    with open(path, "w") as file:
        file.write("x")


class W(tf.keras.callbacks.Callback):
    def __init__(self, w):
        super().__init__()
        self.w = w

    def on_batch_end(self, batch, logs=None, now=0.0):
        now = float(now)
        K.set_value(self.w, now)

    def on_epoch_end(self, epoch, logs=None):
        logs = dict(logs)
        K.set_value(self.w, logs["loss"])


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], callbacks=[W(K.variable(1.0))])
