import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
mode = np.random.RandomState(3)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", "mse")
bs = 32
for epoch in range(10):
    order = np.random.permutation(len(x))
    for i in range(len(x) // bs):
        if i % 2 == 0:
            images, labels = x[order[i * bs : (i + 1) * bs]], y[order[i * bs : (i + 1) * bs]]
        else:
            images = images[:, ::-1]
        model.train_on_batch(images, labels)
