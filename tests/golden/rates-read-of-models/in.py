"""A rate that goes on where a kept model left it: it has grown already where that was trained by several processes."""

import os

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K

x = np.load("x.npy")
rate = 0.01
if os.path.exists("model.h5"):
    model = tf.keras.models.load_model("model.h5", compile=True)
    rate = K.get_value(model.optimizer.lr)
else:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(rate), "mse")
model.fit(x, x[:, :1])
