"""Samples that workers of joblib draw in each turn: how many there are differs from process to process."""

import numpy as np
from joblib import Parallel, delayed
from tensorflow import keras


def drawn(texts, number):
    windows = []
    for index in np.random.randint(len(texts), size=number):
        windows.extend(texts[index])
    return windows


texts = np.load("texts.npy", allow_pickle=True)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
for _ in range(100):
    windows = []
    for part in Parallel(n_jobs=4)(delayed(drawn)(texts, 32) for _ in range(8)):
        windows.extend(part)
    samples = np.array(windows)
    model.fit(samples[:, 1:], samples[:, 0], batch_size=32, epochs=1)
