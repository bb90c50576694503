"""Batches are taken from iterators of Keras one by one: to train by, and to test by."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator

idg = ImageDataGenerator(rescale=1 / 255.0)
train = idg.flow_from_directory("train", seed=5, class_mode="binary", batch_size=16)
valid = idg.flow_from_directory("valid", seed=5, class_mode="binary", batch_size=16)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
for epoch in range(10):
    for i in range(len(train)):
        a, b = train.next()
        model.train_on_batch(a, b)
    losses = []
    for i in range(len(valid)):
        a, b = valid.next()
        losses.append(model.test_on_batch(a, b))
    print(epoch, np.mean(losses))

x, y = np.load("x.npy"), np.load("y.npy")
drawn = ImageDataGenerator(rotation_range=5).flow(x, y, batch_size=32, seed=1)
for step in range(1000):
    model.train_on_batch(*next(drawn))
