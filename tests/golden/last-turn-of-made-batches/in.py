import numpy as np
import tensorflow as tf

samples = np.load("x.npy")
labels = np.load("y.npy")
batch, steps = 32, 50


def batches(n):
    for _ in range(n):
        at = np.random.choice(len(samples), batch)
        yield samples[at], labels[at]


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(10):
    for i, (x, y) in enumerate(batches(steps)):
        loss = model.train_on_batch(x, y)
        if i + 1 == steps:
            print(epoch, loss, model.evaluate(samples, labels))
        if i == (steps - 1) and epoch % 2 == 0:
            model.save_weights("w.h5")
