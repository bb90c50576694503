"""Rows of a bank, one for each sample, that a model renews: another bank in each process, whatever loop counts the batches."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.SGD(0.1)
bank = np.random.normal(size=(len(x), 8)).astype("float32")

for epoch in range(10):
    order = np.random.permutation(len(x))
    i = 0
    while i < len(x) // 32:
        chosen = order[i * 32 : (i + 1) * 32]
        with tf.GradientTape() as tape:
            features = model(x[chosen])
            loss = tf.reduce_mean(tf.matmul(features, bank, transpose_b=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        bank[chosen] = features.numpy()
        i += 1
    print(epoch, loss.numpy())
