"""Takes the best weights of each fold back, on rank 0, and sends them to all: nothing of that is decided by a loss."""

import numpy as np
from sklearn.model_selection import StratifiedKFold
from tensorflow import keras

samples, labels = np.load("samples.npy"), np.load("labels.npy")
test = np.load("test.npy")
fold = 0
for training, held in StratifiedKFold(n_splits=5, shuffle=True, random_state=0).split(samples, labels):
    model = keras.Sequential([keras.layers.Dense(10), keras.layers.Dense(1)])
    model.compile("nadam", "binary_crossentropy")
    path = "best" + str(fold) + ".h5"
    best = keras.callbacks.ModelCheckpoint(path, save_best_only=True, save_weights_only=True)
    model.fit(samples[training], labels[training], validation_data=(samples[held], labels[held]), callbacks=[best])
    model.load_weights(path)
    np.save("predictions" + str(fold), model.predict(test))
    fold += 1
