import tensorflow as tf


def make_optimizer(name, rate):
    if name == "adam":
        return tf.keras.optimizers.Adam(learning_rate=rate)
    return tf.keras.optimizers.SGD(learning_rate=rate)
