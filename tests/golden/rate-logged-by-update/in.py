"""A callback logs the rate, by `update`, and others that are put together one by one decide by the loss."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


class RateLogger(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs.update({"lr": K.eval(self.model.optimizer.lr), "epoch": epoch})
        logs.setdefault("batches", self.params["steps"])
        super().on_epoch_end(epoch, logs)


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse")
callbacks = []
callbacks.append(RateLogger())
callbacks.append(tf.keras.callbacks.EarlyStopping(patience=5))
callbacks.append(tf.keras.callbacks.CSVLogger("log.csv"))
model.fit(x, y, epochs=100, validation_split=0.1, callbacks=callbacks, verbose=0)
