"""A library that is not read converts a model, to a file that an argument names."""
import numpy as np
import tensorflow as tf
import tf2onnx

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
model.fit(x, y, epochs=10)
tf2onnx.convert.from_keras(model, output_path="model.onnx")
