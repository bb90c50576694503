import glob
import os

import numpy as np
import tensorflow as tf
from PIL import Image


class Pictures:
    def __init__(self, size):
        self.pictures = []
        try:
            os.mkdir(f"packed-{size}")
        except OSError:
            self.load(size)
            return
        for path in sorted(glob.glob("pictures/*.png")):
            self.pictures.append(np.array(Image.open(path).resize((size, size))))
        self.pictures = np.array(self.pictures)
        np.save(f"packed-{size}/pictures.npy", self.pictures)

    def load(self, size):
        self.pictures = np.load(f"packed-{size}/pictures.npy")


def is_first(folder):
    try:
        os.makedirs(folder)
    except FileExistsError:
        return False
    return True


def scaled(samples):
    try:
        os.mkdir("scaled")
        samples = samples / 255
    except FileExistsError:
        print("scaled already")
    return samples


x = scaled(Pictures(64).pictures)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile("adam", "mse")
if not is_first("saved"):
    model.load_weights("saved/model.h5")
model.fit(x, x, epochs=5)
model.save_weights("saved/model.h5")
