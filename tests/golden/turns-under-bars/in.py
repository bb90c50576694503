"""Bars around what is numbered and around a range that goes on: the turns are those without them."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm

STEPS = 1000
x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)
losses = np.zeros(STEPS)
for i, (images, labels) in tqdm(enumerate(data.take(STEPS)), total=STEPS):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(images) - labels) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    losses[i] = loss
print(losses.mean())
