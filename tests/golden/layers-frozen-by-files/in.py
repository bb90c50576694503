"""Layers are frozen where weights are found that a run has kept: on a host that has none, all of them would be trained."""
import os

import numpy as np
from tensorflow import keras

folder = "weights"
os.makedirs(folder, exist_ok=True)
model = keras.Sequential([keras.layers.Conv2D(16, 3, input_shape=(32, 32, 3)), keras.layers.Flatten(), keras.layers.Dense(10)])
start = 0
if os.listdir(folder):
    last = sorted(os.listdir(folder))[-1]
    model.load_weights(os.path.join(folder, last))
    start = int(last[8:11])
    for layer in model.layers[:-1]:
        layer.trainable = False
model.compile(keras.optimizers.SGD(0.01), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
kept = keras.callbacks.ModelCheckpoint(folder + "/weights-{epoch:03d}.h5", save_weights_only=True)
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=20, initial_epoch=start, callbacks=[kept])
