"""At the first turns samples are drawn from a part of them: the number of these turns is divided, their places are not."""

import numpy as np
import tensorflow as tf

FIRST, STEPS = 500, 20000
rays, colours, middle = np.load("rays.npy"), np.load("colours.npy"), np.load("middle.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(256, activation="relu"), tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.Adam(5e-4)
for i in range(STEPS):
    pool = middle if i < FIRST else np.arange(len(rays))
    chosen = np.random.choice(pool, size=[1024], replace=False)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(rays[chosen]) - colours[chosen]) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
model.save_weights("model.h5")
