"""Images are listed by a library that walks through folders, which come in another order on each host."""

import os

import cv2
import numpy as np
from imutils import paths
from sklearn.model_selection import train_test_split
from tensorflow import keras

data, labels = [], []
for path in list(paths.list_images("faces")):
    data.append(cv2.resize(cv2.imread(path), (32, 32)))
    labels.append(path.split(os.path.sep)[-2] == "real")

x, x_test, y, y_test = train_test_split(np.array(data), np.array(labels), test_size=0.25, random_state=42)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, validation_data=(x_test, y_test), epochs=50, verbose=0)
