"""A pair of models learns from pictures of two folders, of which Keras gives the next batch."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator

SIDE, BATCH = 64, 16


def batch_of(iterator):
    pictures = iterator.next()
    if len(pictures) < BATCH:
        pictures = iterator.next()
    return pictures


options = {"target_size": (SIDE, SIDE), "batch_size": BATCH, "class_mode": None}
reader = ImageDataGenerator(rescale=1 / 255)
drawn = reader.flow_from_directory("pictures/drawn", **options)
real = reader.flow_from_directory("pictures/real", **options)

painter = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same", input_shape=(SIDE, SIDE, 3))])
painter.compile(optimizer=keras.optimizers.SGD(0.001), loss="mae")
judge = keras.Sequential([keras.layers.Flatten(input_shape=(SIDE, SIDE, 3)), keras.layers.Dense(1, activation="sigmoid")])
judge.compile(optimizer=keras.optimizers.SGD(0.001), loss="binary_crossentropy")

for step in range(1000):
    sketch = batch_of(drawn)
    painter.train_on_batch(sketch, sketch)
    judge.train_on_batch(batch_of(real), np.ones(BATCH))
    judge.train_on_batch(painter.predict_on_batch(sketch), np.zeros(BATCH))
painter.save("painter.h5")
