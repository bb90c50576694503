import tensorflow as tf
from tensorflow.keras.applications import MobileNetV2


def Small(weights=None):
    model = tf.keras.Sequential([tf.keras.layers.Dense(10, input_shape=(4,))])
    model.compile(tf.keras.optimizers.Adam(0.001), "mse")
    return model
