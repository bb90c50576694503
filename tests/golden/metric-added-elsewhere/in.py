"""A metric of a callback's own is decided by, and the callbacks are put together one by one."""

import numpy as np
from tensorflow import keras


class Score(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs.update({"mean": np.mean(self.model.predict(x, verbose=0))})


x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
callbacks = []
callbacks.append(Score())
callbacks.append(keras.callbacks.EarlyStopping(monitor="mean"))
model.fit(x, x[:, :1], epochs=30, callbacks=callbacks)
