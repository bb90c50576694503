"""A run goes on in the epoch of a number of steps, which a bar begins at, and saves at turns that have a name."""

import sys

import numpy as np
import tensorflow as tf
from tqdm import tqdm

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.005)
per_epoch = 50
samples = tf.data.Dataset.from_tensor_slices(np.load("points.npy").astype("float32")).batch(4).take(per_epoch)

def train(step):
    bar = tqdm(range(step // per_epoch, 10))
    for epoch in bar:
        for batch in samples:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(batch)))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            step += 1
            due = step % 100 == 0
            if due:
                model.save_weights(f"model-{step}.h5")
step = int(sys.argv[1])
if step:
    model.load_weights(f"model-{step}.h5")
train(step)
