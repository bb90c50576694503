"""A sequence as long as the shortest of its lists: each is dealt out by its own length, so that all processes have equally many batches."""

from glob import glob

import numpy as np
from PIL import Image
from tensorflow import keras


class Unpaired(keras.utils.Sequence):
    def __init__(self, photos, drawings, batch_size):
        self.photos, self.drawings = photos, drawings
        self.batch_size = batch_size

    def __len__(self):
        return min(len(self.photos), len(self.drawings)) // self.batch_size

    def __getitem__(self, index):
        batch = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return load(self.photos[batch]), load(self.drawings[batch])

    def on_epoch_end(self):
        np.random.shuffle(self.photos)
        np.random.shuffle(self.drawings)


def load(names):
    return np.array([np.asarray(Image.open(name).resize((64, 64))) / 255.0 for name in names])


photos = glob("photos/*.png")
drawings = glob("drawings/*.png")
batches = Unpaired(photos, drawings, batch_size=8)
model = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same")])
model.compile(keras.optimizers.Adam(0.001), "mae")
model.fit(batches, epochs=5)
