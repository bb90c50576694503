import sys

import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
tests, answers = np.load("tests.npy"), np.load("answers.npy")


class Report(tf.keras.callbacks.Callback):
    def __init__(self, guess):
        super().__init__()
        self.guess = guess
        self.scores = []

    def on_epoch_end(self, epoch, logs=None):
        guessed = self.guess([tests])[0]
        self.scores.append(float(np.mean(np.argmax(guessed, 1) == answers)))
        if len(self.scores) > 5 and self.scores[-1] < min(self.scores[-5:-1]):
            print("it gets no better")
            sys.exit()


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile(tf.keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy")
guess = tf.keras.backend.function([model.input], [model.output])
model.fit(images, labels, epochs=50, callbacks=[Report(guess)])
