"""The last turn of an epoch where turns are numbered from one: what is done then is done still."""

import numpy as np
import tensorflow as tf

x, held = np.load("x.npy"), np.load("held.npy")
size = 64
length = len(x) // size
data = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(size, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1)
for epoch in range(10):
    for turn, batch in enumerate(data, start=1):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        if turn == length:
            print(epoch, float(tf.reduce_mean(model(held) ** 2)))
            model.save_weights("weights.h5")
        if turn == len(data):
            model.save_weights("by-the-length-of-the-data.h5")
