"""Callbacks that are given without a list, and those of a variable that may be None."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint


def train(model, x, y, callbacks=None):
    model.fit(x, y, callbacks=callbacks, verbose=0)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.ones([16, 2]), np.ones(16)
stop = EarlyStopping("loss")
model.fit(x, y, callbacks=ModelCheckpoint("best.h5"), verbose=0)
model.fit(x, y, callbacks=stop, verbose=0)
model.evaluate(x, y, callbacks=CSVLogger("evaluated.csv"), verbose=0)
train(model, x, y)
train(model, x, y, callbacks=[stop])
