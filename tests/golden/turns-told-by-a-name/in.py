"""Periods and a last turn that have names: a rate falls, and weights are kept, as often as before."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm

x = np.load("x.npy")
batches = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
for epoch in range(10):
    bar = tqdm(enumerate(batches), total=len(batches))
    for step, batch in bar:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        slower = step % 1000 == 999
        if slower:
            optimizer.learning_rate.assign(optimizer.learning_rate * 0.5)
        keeps = (step + 1) % 100 == 0
        if keeps:
            model.save_weights("model.h5")
