"""A sequence cuts its pictures first, and reads the crops by the names in a part of its list: every process waits until they are there."""

import os
import shutil

import cv2
import numpy as np
from tensorflow import keras


def load(path):
    assert os.path.exists(path)
    return cv2.imread(path)


class Crops(keras.utils.Sequence):
    def __init__(self, pictures, is_train, size=8):
        self.pictures = pictures
        self.files = []
        self.size = size
        if is_train:
            self.folder = ".crops"
        else:
            self.folder = ".val_crops"
        if os.path.exists(self.folder):
            shutil.rmtree(self.folder)
        os.mkdir(self.folder)
        self.cut()
        np.random.shuffle(self.files)

    def cut(self):
        for i, picture in enumerate(self.pictures):
            image = cv2.imread(picture)
            name = "{}_{}.jpg".format(os.path.basename(picture), i)
            name = os.path.join(self.folder, name)
            cv2.imwrite(name, image[:8, :8])
            self.files.append(name)

    def __len__(self):
        return len(self.files) // self.size

    def __getitem__(self, index):
        images = np.zeros((self.size, 8, 8, 3))
        for i, path in enumerate(self.files[index * self.size : (index + 1) * self.size]):
            images[i] = load(path)
        return images, images

    def on_epoch_end(self):
        np.random.shuffle(self.files)


with open("pictures.txt") as lines:
    pictures = lines.read().split()
model = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same")])
model.compile("adam", "mse")
crops = Crops(pictures, True)
model.fit(crops, steps_per_epoch=len(crops), epochs=3, workers=4)
