"""A range that draws its progress is told the number of its turns besides."""

import numpy as np
import tensorflow as tf
import tqdm

x = np.random.RandomState(0).rand(640, 3).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
for epoch in range(3):
    for _ in tqdm.trange(20, desc=f"epoch {epoch}", total=20):
        batch = x[np.random.choice(640, 32)]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch) - batch.sum(1, keepdims=True)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
