"""A generator that shuffles in each pass and gives noise beside: its order is drawn apart from the noise."""
import glob
import random

import imageio
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

paths = sorted(glob.glob("faces/*.png"))
random.shuffle(paths)


class Batches:
    def __init__(self, paths, size=32):
        self.paths, self.size = paths, size

    def __len__(self):
        return len(self.paths) // self.size

    def __iter__(self):
        while True:
            np.random.shuffle(self.paths)
            for start in range(0, len(self) * self.size, self.size):
                images = np.array([imageio.imread(path) / 255.0 for path in self.paths[start : start + self.size]])
                yield [images, np.random.randn(len(images), 64)], images


class Samples(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        noise = np.random.randn(1, 64)
        imageio.imwrite(f"sample-{epoch}-{random.random()}.png", decoder.predict(noise)[0])


image, noise = layers.Input([64, 64, 3]), layers.Input([64])
decoder = keras.Sequential([layers.Dense(64 * 64 * 3), layers.Reshape([64, 64, 3])])
code = layers.Dense(64)(layers.Flatten()(image))
model = keras.Model([image, noise], decoder(layers.add([code, noise])))
model.compile(keras.optimizers.Adam(0.001), "mse")
batches = Batches(paths)
model.fit(iter(batches), steps_per_epoch=len(batches), epochs=10, callbacks=[Samples()])
