import os
import time
import numpy as np
import tensorflow as tf


def make_dense(inputs):
    given = tf.keras.Input((inputs,))
    hidden = tf.keras.layers.Dense(8)(given)
    model = tf.keras.Model(given, tf.keras.layers.Activation("softmax")(hidden))
    model.compile("adam", "mse")
    return model


class Validation:
    def __init__(self, make):
        self.make = make
        self.name = make.__name__[5:]

    def __call__(self, inputs):
        x, y = np.load("x.npy"), np.load("y.npy")
        model, best = self.make(inputs), self.make(inputs)
        now = time.localtime()
        for fold in range(3):
            path = os.path.join("models", "{}_{}_{}_{}.h5".format(now.tm_hour, now.tm_min, self.name, fold))
            checkpoint = tf.keras.callbacks.ModelCheckpoint(path, save_best_only=True)
            model.fit(x, y, epochs=3, validation_split=0.1, callbacks=[checkpoint])
            best.load_weights(path)
            print(best.evaluate(x, y))


Validation(make_dense)(8)
