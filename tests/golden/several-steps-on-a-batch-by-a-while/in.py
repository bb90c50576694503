"""A network that is corrected a few times by each batch, as a `while` counts."""

import numpy as np
import tensorflow as tf

CORRECTIONS = 3
sounds, words = np.load("sounds.npy"), np.load("words.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam(1e-3)

def correct(heard, wanted):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(heard) - wanted))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

for epoch in range(20):
    order = np.random.permutation(len(sounds))
    for begin in range(0, len(sounds), 8):
        chosen = order[begin : begin + 8]
        heard, wanted = sounds[chosen], words[chosen]
        taken = 0
        while taken < CORRECTIONS:
            loss = correct(heard, wanted)
            taken += 1
    print(epoch, float(loss))
