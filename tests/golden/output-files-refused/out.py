"""A callback that writes, reads again and removes, on every process."""
import os

import numpy as np
import tensorflow as tf


class Again(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.save_weights("again.h5")
        self.model.load_weights("again.h5")
        os.remove("again.h5")


def opened(path, mode):
    path = os.path.expanduser(path)
    return open(path, mode)


x = np.ones([8, 3], "float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], verbose=0, callbacks=[Again()])
opened("notes.txt", "w").write("x")
text = opened("input.txt", "r").read()
