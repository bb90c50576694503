import os

import numpy as np
import tensorflow as tf

from network import make

os.environ["CUDA_VISIBLE_DEVICES"] = "0"

model = make()
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=5)
