"""Models that are read back where every process needs them: in the turns of a loop that trains, and for a caller."""

import numpy as np
from tensorflow import keras

data = np.load("folds.npz")
scores = []
for fold in range(5):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
    model.fit(data["x"], data["y"], batch_size=32, epochs=5, verbose=0)
    model.save("fold.h5")
    best = keras.models.load_model("fold.h5")
    scores.append(best.evaluate(data["x_test"], data["y_test"], verbose=0))


def last():
    found = keras.models.load_model("fold.h5")
    return found.count_params()


print("parameters:", last(), "mean score:", np.mean(scores))
