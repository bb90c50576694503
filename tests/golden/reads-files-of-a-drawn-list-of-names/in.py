import os
import cv2
import numpy as np
from keras.layers import Dense, Flatten
from keras.models import Sequential

raw = np.load("raw.npy")
labels = np.load("labels.npy")
files = []
for i, picture in enumerate(raw):
    path = os.path.join("cut", "%d.png" % i)
    cv2.imwrite(path, picture)
    files.append(path)
import random
files = random.sample(files, len(files))
x = np.array([cv2.imread(p) for p in files])
model = Sequential([Flatten(input_shape=x.shape[1:]), Dense(2, activation="softmax")])
model.compile("adam", "categorical_crossentropy")
model.fit(x, labels, batch_size=32, epochs=5)
