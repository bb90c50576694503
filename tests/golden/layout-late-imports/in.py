"""TensorFlow gets its usual name only in the middle, as in notebooks."""
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
print("x")
import numpy as np
x = np.zeros((8, 2))
def f():
    import tensorflow as tf
    return tf.zeros(1)
import tensorflow as tf
model.compile("sgd", "mse")
model.fit(x, x)
