import tensorflow as tf

mean_error = tf.keras.metrics.Mean(name="error")


def error(y, predicted):
    return tf.reduce_mean((y - predicted) ** 2)
