"""Periods that a loop over divided data tells by its own counter: it saves and evaluates as often as before."""

import numpy as np
import tensorflow as tf

EVALUATE_EVERY = 500
images = np.load("images.npy")
dataset = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(loss="mse")
optimizer = tf.keras.optimizers.Adam(1e-3)
running = 0.0
steps = 0

for epoch in range(10):
    for number, x in enumerate(dataset):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        running += loss
        steps += 1
        if number % 100 == 0:
            model.save_weights("weights.h5")
        if steps % EVALUATE_EVERY == 0:
            model.evaluate(images, images[:, :1])
        if steps % 200 == 0:
            model.save("model.h5")
            print("mean", running / 200)
            running = 0.0
        if steps % 1000 == 0:
            model.save(f"model-{steps / 1000}.h5")
        if steps % 300 == 0:
            model.save(f"model-{len(images) / 300}.h5")
        if (epoch * 1000 + number) % 50 == 0:
            model.save("latest.h5")
        if steps % 4 == 0:
            model.reset_states()
