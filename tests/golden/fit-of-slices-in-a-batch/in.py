import numpy as np
from tensorflow import keras

BATCH = 16


def flipped(images, labels):
    if np.random.random() < 0.5:
        images = images[:, :, ::-1]
    return images, labels


images = np.load("images.npy")
labels = np.load("labels.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
for epoch in range(10):
    for start in range(0, len(images), BATCH):
        x, y = images[start : start + BATCH], labels[start : start + BATCH]
        x, y = flipped(x, y)
        model.fit(x, y, verbose=0)
    for index in range(len(images)):
        model.fit(images[index : index + 1], labels[index : index + 1], batch_size=4, verbose=0)
model.save("model.h5")
