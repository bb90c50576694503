import os

import numpy as np
import tensorflow as tf

samples, targets = np.load("samples.npy"), np.load("targets.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
first = 0
if os.path.exists("epoch.txt"):
    model.load_weights("weights.h5")
    with open("epoch.txt") as file:
        first = int(file.read())


class Keep(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.save_weights("weights.h5")
        with open("epoch.txt", "w") as file:
            file.write(str(epoch + 1))


model.fit(samples, targets, epochs=60, initial_epoch=first, callbacks=[Keep()], verbose=0)
