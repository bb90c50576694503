import numpy as np
import tensorflow as tf


def train(model, x, y, batch_size):
    for epoch in range(10):
        for i in range(0, x.shape[0] - batch_size, batch_size):
            x1 = tf.keras.utils.to_categorical(x[i:i + batch_size, :])
            model.train_on_batch(x1, y[i:i + batch_size, :])


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.load("x.npy"), np.load("y.npy")
train(model, x, y, 8)
