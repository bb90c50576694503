"""A module makes its model while it is imported: the GPU is chosen there, since all would be initialised otherwise."""
import numpy as np
import tensorflow as tf
from network import model

x = np.load("x.npy")
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, x[:, :1])
