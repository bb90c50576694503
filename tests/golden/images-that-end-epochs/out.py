"""Epochs end at a number of images that is computed from the turns of the loop in them."""
import numpy as np
import tensorflow as tf

images = np.load("images.npy")
samples = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
step = 0
for epoch in range(1000):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        step += 1
    thousands = step * 32 / 1000
    if thousands > 5000:
        break
