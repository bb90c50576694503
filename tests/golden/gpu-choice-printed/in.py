"""A script chooses a GPU and prints which: the choice goes, and what prints it need not find one."""

import logging
import os

import numpy as np
import tensorflow as tf

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
print(f"GPU {os.environ['CUDA_VISIBLE_DEVICES']}", os.environ["CUDA_VISIBLE_DEVICES"])
print("GPU {}, %s" % os.environ["CUDA_VISIBLE_DEVICES"])
logging.info("GPU %s", os.environ["CUDA_VISIBLE_DEVICES"])
print("GPU {}".format(os.environ["CUDA_VISIBLE_DEVICES"]))
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
model.fit(x, x[:, :1], epochs=4, batch_size=32)
