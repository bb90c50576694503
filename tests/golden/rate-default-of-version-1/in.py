"""An optimizer by its name, in TensorFlow 1, whose Adagrad had another rate before 1.14."""
import os

import numpy as np
import tensorflow as tf

os.environ["CUDA_VISIBLE_DEVICES"] = "0"
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
tf.keras.backend.set_session(tf.Session(config=config))
clicks = np.load("clicks.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(8,))])
model.compile("adagrad", "mse")
model.fit(clicks[:, 1:], clicks[:, 0], epochs=10)
