"""A script that shows a picture in a thread of its own, which asks for keys while the model is trained."""

import threading

import cv2
import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Viewer(threading.Thread):
    def __init__(self, pictures):
        threading.Thread.__init__(self)
        self.pictures = pictures
        self.alive = True

    def run(self):
        place = 0
        while self.alive:
            if hvd.rank() == 0:
                cv2.imshow("viewer", self.pictures[place])
            key = cv2.waitKey(100)
            if key == ord("n"):
                place = (place + 1) % len(self.pictures)


x, y = np.load("x.npy"), np.load("y.npy")
viewer = Viewer(x)
viewer.start()
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
viewer.alive = False
viewer.join()
if hvd.rank() == 0:
    model.save("model.h5")
