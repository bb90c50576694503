"""A selector learns from what a critic makes of its own choices, which it predicts anew for each step."""

import numpy as np
from tensorflow import keras


def small(outputs):
    model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(outputs, activation="sigmoid")])
    model.compile(optimizer=keras.optimizers.Adam(0.001), loss="mse")
    model.build((None, 8))
    return model


features = np.load("features.npy")
labels = np.load("labels.npy")
selector, critic = small(8), small(1)
for turn in range(2000):
    chosen = np.random.randint(0, len(features), 32)
    x, y = features[chosen], labels[chosen]
    mask = np.round(selector.predict(x))
    critic.train_on_batch(x * mask, y)
    target = mask * critic.predict(x * mask)
    selector.train_on_batch(x, target)
selector.save("selector.h5")
