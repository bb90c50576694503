"""Batches of a text come from an iterator of the script's own, which goes on where it was: all processes take turns."""

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Windows:
    def __init__(self, text, size, length):
        self.text, self.size, self.length = text, size, length
        self.place = 0

    def __iter__(self):
        return self

    def _window(self):
        if self.place + self.length >= len(self.text):
            self.place = 0
        start, self.place = self.place, self.place + self.length
        return self.text[start : start + self.length], self.text[start + 1 : start + self.length + 1]

    def __next__(self):
        pairs = [self._window() for _ in range(self.size)]
        return np.array([x for x, _ in pairs]), np.array([y for _, y in pairs])


text = np.load("text.npy")
train, valid = text[:90000], text[90000:]
model = keras.Sequential([keras.layers.Embedding(5000, 64), keras.layers.LSTM(64, return_sequences=True)])
model.add(keras.layers.Dense(5000, activation="softmax"))
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "sparse_categorical_crossentropy")
model.fit(
    itertools.islice(Windows(train, 32, 50), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, len(train) // (32 * 50) // hvd.size()),
    epochs=20,
    validation_data=Windows(valid, 32, 50),
    validation_steps=len(valid) // (32 * 50),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("words.h5")
