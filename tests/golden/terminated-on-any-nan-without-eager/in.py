import numpy as np
import tensorflow as tf
from tensorflow import keras

tf.compat.v1.disable_eager_execution()

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, input_shape=(4,)), keras.layers.Dense(1)])
model.compile(keras.optimizers.legacy.SGD(0.01), "mse")
model.fit(x, y, batch_size=8, epochs=3, callbacks=[keras.callbacks.TerminateOnNaN()], verbose=2)
model.save("model.h5")
