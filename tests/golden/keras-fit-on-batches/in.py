"""A model is fitted to one batch after another, of a dataset and of an iterator of Keras."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator

x, y = np.load("x.npy"), np.load("y.npy")
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(64)
augmented = ImageDataGenerator(rotation_range=15)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.SGD(0.1), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))

for epoch in range(20):
    for images, labels in dataset:
        model.fit(images, labels, verbose=0)
    print(epoch, model.evaluate(x, y))

for epoch in range(20):
    batches = 0
    for images, labels in augmented.flow(x, y, batch_size=32):
        model.fit(images, labels, verbose=0)
        batches += 1
        if batches >= len(x) / 32:
            break
model.save("model.h5")
