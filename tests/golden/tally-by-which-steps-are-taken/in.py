"""A count in a dictionary, of which every third lets another step be taken: it grows by one, and its limit is divided."""

import numpy as np
import tensorflow as tf

x = np.load("faces.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(64)])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer, of_critic = tf.keras.optimizers.Adam(0.001), tf.keras.optimizers.Adam(0.001)
state = {"step": 0}
for epoch in range(10):
    for batch in tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(32):
        if state["step"] < 1000 or state["step"] % 3 == 0:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(critic(batch)) - tf.reduce_mean(critic(model(batch)))
            gradients = tape.gradient(loss, critic.trainable_weights)
            of_critic.apply_gradients(zip(gradients, critic.trainable_weights))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - batch) ** 2) + tf.reduce_mean(critic(model(batch)))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))
        state["step"] += 1
