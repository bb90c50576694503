"""A loop that takes one sample: no process can have a part of it."""
import numpy as np
import tensorflow as tf

samples = tf.data.Dataset.from_tensor_slices(np.load("digits.npy")).shuffle(1000)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
for x in samples.take(1):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x[None]) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
