"""Thumbnails that nothing reads: what is read by its place in a list are the pictures themselves, which are there."""

import os

import cv2
import numpy as np
from tensorflow import keras

with open("pictures.txt") as lines:
    pictures = lines.read().split()
os.makedirs("thumbnails", exist_ok=True)
originals = []
for i, picture in enumerate(pictures):
    cv2.imwrite(os.path.join("thumbnails", "%d.png" % i), cv2.imread(picture)[::8, ::8])
    originals.append(os.path.join("pictures", picture))
x = np.array([cv2.imread(originals[i]) for i in range(64)])
model = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same")])
model.compile("adam", "mse")
model.fit(x, x, epochs=3)
