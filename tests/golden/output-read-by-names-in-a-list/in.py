import os

import numpy as np
from tensorflow import keras


class Snapshots(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if epoch % 5 == 4:
            self.model.save("snapshot-%d.h5" % epoch)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, epochs=20, callbacks=[Snapshots()])
files = []
for epoch in (4, 9, 14, 19):
    files.append("snapshot-%d.h5" % epoch)
files = [file for file in files if os.path.exists(file)]
votes = np.mean([keras.models.load_model(file).predict(x, verbose=0) for file in files], axis=0)
np.save("votes.npy", votes)
