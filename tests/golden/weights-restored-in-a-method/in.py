"""A trainer that resumes in one method from the weights that the next one may write anew."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.path = "output/weights-{epoch:04d}"
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile("adam", "mse")

    def load(self):
        latest = tf.train.latest_checkpoint("output")
        if latest:
            self.model.load_weights(latest)

    def train(self, x, y):
        self.load()
        saved = tf.keras.callbacks.ModelCheckpoint(self.path, save_weights_only=True)
        self.model.save_weights(self.path.format(epoch=0))
        self.model.fit(x, y, epochs=5, callbacks=[saved])


def main():
    Trainer().train(np.load("x.npy"), np.load("y.npy"))


if __name__ == "__main__":
    main()
