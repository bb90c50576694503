import numpy as np
import tensorflow as tf
from tensorflow import keras

tf.enable_eager_execution()

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, input_shape=(4,)), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.01), "mse")
model.fit(x, y, batch_size=16, epochs=30, callbacks=[keras.callbacks.TerminateOnNaN()])
model.save_weights("model.h5")
