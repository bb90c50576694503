import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)

for epoch in range(10):
    losses = np.mean((model.predict(x) - y) ** 2, axis=1)
    hard = np.where(losses > 0.1)[0]
    for start in range(0, len(hard), 32):
        chosen = hard[start : start + 32]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x[chosen]) - y[chosen]) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
