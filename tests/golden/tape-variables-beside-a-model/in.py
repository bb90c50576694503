import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
shift = tf.keras.layers.Dense(2)
alpha = tf.Variable(tf.random.normal([2]))
optimizer = tf.keras.optimizers.Adam(0.005)
for x in tf.data.Dataset.from_tensor_slices(np.load("x.npy")).batch(8):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(shift(model(x)) * alpha))
    variables = [*model.trainable_variables, alpha]
    variables += shift.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
