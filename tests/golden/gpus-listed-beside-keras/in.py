import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
tf.keras.backend.set_session(tf.Session(config=config))
layer = tf.keras.layers.CuDNNLSTM if tf.test.is_gpu_available() else tf.keras.layers.LSTM
model = tf.keras.Sequential([layer(16, input_shape=(20, 4)), tf.keras.layers.Dense(1)])
model.compile("rmsprop", "mse")
model.fit(x, y, epochs=5)
