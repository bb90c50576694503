"""A trainer is handed a model, of which is only seen how it is compiled; the class of it stands in another program."""

import os

import tensorflow as tf


def set_up(model, rate):
    model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=rate), loss="mse", metrics=["mae"])


class Trainer:
    def __init__(self, model, folder):
        self.model = model
        self.folder = folder

    def run(self, images, labels):
        set_up(self.model, 0.001)
        if os.path.exists(self.folder + "/before.h5"):
            self.model.load_weights(self.folder + "/before.h5")
        self.model.fit(images, labels, epochs=4, batch_size=32)
        self.model.summary()
        self.model.save(self.folder + "/after.h5")
