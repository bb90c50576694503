"""A loop whose turns train one model after another: processes that took turns would average gradients of different ones."""

import numpy as np
import tensorflow as tf

agents = 4
states, rewards = np.load("states.npy"), np.load("rewards.npy")
critics = [tf.keras.Sequential([tf.keras.layers.Dense(1)]) for _ in range(agents)]
optimizer = tf.keras.optimizers.Adam(0.001)


def learn(critics):
    for i in range(agents):
        chosen = np.random.choice(len(states), 64)
        batch, reward = states[chosen], tf.cast(rewards[chosen], tf.float32)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((reward[:, i] - critics[i](batch)) ** 2)
        gradients = tape.gradient(loss, critics[i].trainable_variables)
        optimizer.apply_gradients(zip(gradients, critics[i].trainable_variables))


for step in range(1000):
    learn(critics)
