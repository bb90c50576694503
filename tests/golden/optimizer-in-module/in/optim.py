import tensorflow as tf
optimizer = tf.keras.optimizers.SGD(0.5)
