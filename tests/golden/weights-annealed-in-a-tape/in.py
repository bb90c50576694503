"""A part of the loss is weighted by a variable that grows with the steps."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy").astype("float32")
y = np.load("y.npy")
BATCH, EPOCHS = 16, 10
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(BATCH)
optimizer = tf.keras.optimizers.Adam(1e-3)
step = 0
beta = tf.Variable(0.0, trainable=False)
for epoch in range(EPOCHS):
    for a, b in dataset:
        beta.assign(min(1.0, step / 5000.0))
        with tf.GradientTape() as tape:
            loss = loss_fn(b, model(a, training=True)) + beta * tf.reduce_sum(model.trainable_variables[0] ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        step += 1
