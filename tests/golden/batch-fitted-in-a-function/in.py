"""A model is fitted to one batch in each turn, in a function that draws the batch: the turns are divided, and not the batch."""

import numpy as np
from tensorflow import keras

BATCH = 64
images, labels = np.load("images.npy"), np.load("labels.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))


def take_step():
    chosen = np.random.randint(0, len(images), BATCH)
    return model.fit(images[chosen], labels[chosen], batch_size=BATCH, verbose=0)


def take_steps(times):
    for _ in range(times):
        take_step()


take_steps(2000)
model.save("model.h5")
