"""Rates that are set by the name of the attribute as a text, or by `update` of Keras: they are scaled; the factor is not."""

import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.01)
for epoch in range(50):
    if epoch < 10:
        setattr(optimizer, "learning_rate", 0.01 if epoch < 5 else 0.001)
    elif epoch < 20:
        optimizer._set_hyper("learning_rate", 0.01 * 0.9**epoch)
    elif epoch < 30:
        tf.keras.backend.update(optimizer.lr, 0.001 * 0.9**epoch)
    else:
        setattr(optimizer, "lr", optimizer.lr * 0.9)
    setattr(model, "rate", 0.5)
    for batch in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
