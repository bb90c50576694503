"""A fit goes on in the epoch that its optimizer's steps tell, which the weights of an earlier run have kept."""

import os

import numpy as np
import tensorflow as tf

STEPS = 50
FOLDER = "checkpoints"

samples = np.load("samples.npy")
data = tf.data.Dataset.from_tensor_slices((samples, samples)).shuffle(1000).repeat().batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")
if os.path.exists(FOLDER):
    model.load_weights(tf.train.latest_checkpoint(FOLDER))
kept = tf.keras.callbacks.ModelCheckpoint(FOLDER + "/{epoch:03d}", save_weights_only=True)
model.fit(
    data,
    steps_per_epoch=STEPS,
    epochs=20,
    initial_epoch=model.optimizer.iterations.numpy() // STEPS,
    callbacks=[kept],
)
first = int(model.optimizer.iterations) // STEPS
model.fit(data, steps_per_epoch=STEPS, epochs=30, initial_epoch=first, callbacks=[kept])
