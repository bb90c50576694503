"""A penalty begins at an epoch that is computed from the steps, by the length of the data set itself."""

import numpy as np
import tensorflow as tf

images = np.load("images.npy").astype("float32")
data = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32)
steps_per_epoch = len(list(data))
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.SGD(0.01)
step = 0

for _ in range(10):
    for batch in data:
        epoch = step // steps_per_epoch
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - 1.0) ** 2)
            if epoch >= 3:
                loss += tf.reduce_sum(model.trainable_variables[0] ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        step += 1
