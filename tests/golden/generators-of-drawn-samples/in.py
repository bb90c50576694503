"""Which pictures are read is drawn by chance before they are split, and changed in place; a generator draws from them."""

import os
import cv2
import numpy as np
from sklearn.model_selection import train_test_split
from tensorflow import keras

def read(path):
    res = []
    for (root, dirs, files) in os.walk(path):
        if files:
            tmp = []
            files = np.random.choice(files, 4)
            for f in files:
                img = os.path.join(root, f)
                image = cv2.imread(img)
                image /= 255.
                tmp.append(image)
            res.append(tmp)
    return res

def batches(x, y, n):
    while True:
        index = np.random.choice(len(y), n)
        yield np.array([x[i] for i in index]), np.array([y[i] for i in index])

def pairs(path):
    sm = []
    res = read(path)
    for i in range(len(res)):
        p1 = res[i]
        for pi in p1:
            sm.append(pi)
    return sm, list(np.zeros(len(sm)))

def get(path):
    x, y = pairs(path)
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.33)
    return x_train, x_test, y_train, y_test

x_train, x_test, y_train, y_test = get("faces")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(batches(x_train, y_train, 40), steps_per_epoch=70, epochs=30, validation_data=batches(x_test, y_test, 40), validation_steps=3)
