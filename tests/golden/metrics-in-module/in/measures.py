import tensorflow as tf

error = tf.keras.metrics.MeanSquaredError()
