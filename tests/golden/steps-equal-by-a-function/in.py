"""Steps are compared by TensorFlow's function: what they must equal is a part of it, which no process passes over."""
import numpy as np
import tensorflow as tf

images = np.load("images.npy")
samples = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
for batch in samples:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    if tf.equal(optimizer.iterations, 5000):
        optimizer.learning_rate.assign(0.0001)
    if tf.equal(optimizer.iterations, 10000):
        break
