"""A script that shows a picture in a thread of its own, which asks for keys while the model is trained."""

import threading

import cv2
import numpy as np
from tensorflow import keras


class Viewer(threading.Thread):
    def __init__(self, pictures):
        threading.Thread.__init__(self)
        self.pictures = pictures
        self.alive = True

    def run(self):
        place = 0
        while self.alive:
            cv2.imshow("viewer", self.pictures[place])
            key = cv2.waitKey(100)
            if key == ord("n"):
                place = (place + 1) % len(self.pictures)


x, y = np.load("x.npy"), np.load("y.npy")
viewer = Viewer(x)
viewer.start()
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, epochs=5)
viewer.alive = False
viewer.join()
model.save("model.h5")
