"""Pictures and masks are paired by `zip_longest`, of iterators that a library gives which is not seen."""

from itertools import zip_longest

import numpy as np
import readers
from tensorflow import keras

np.random.seed(7)
pictures, masks = np.load("pictures.npy"), np.load("masks.npy")
model = keras.Sequential([keras.layers.Conv2D(1, 3, padding="same")])
model.compile(keras.optimizers.Adam(0.001), "mse")
given = readers.flow(pictures, 8)
wanted = readers.flow(masks, 8)
model.fit(zip_longest(given, wanted), steps_per_epoch=len(pictures) // 8, epochs=10)
