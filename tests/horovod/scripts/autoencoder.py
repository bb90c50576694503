"""Denoising autoencoder; the rate is set by a callback."""
import os

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

os.environ["CUDA_VISIBLE_DEVICES"] = "0"


class Denoise(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = tf.keras.Sequential([
            layers.Input(shape=(8, 8, 1)),
            layers.Conv2D(6, 3, activation="relu", padding="same", strides=2),
        ])
        self.decoder = tf.keras.Sequential([
            layers.Conv2DTranspose(6, 3, strides=2, activation="relu", padding="same"),
            layers.Conv2D(1, 3, activation="sigmoid", padding="same"),
        ])

    def call(self, x):
        return self.decoder(self.encoder(x))


def schedule(epoch, lr):
    return lr if epoch < 1 else lr * 0.5


def main():
    rng = np.random.RandomState(2)
    clean = rng.rand(155, 8, 8, 1).astype("float32")
    noisy = np.clip(clean + 0.2 * rng.randn(*clean.shape), 0.0, 1.0).astype("float32")
    autoencoder = Denoise()
    autoencoder.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=0.002), loss=tf.losses.MeanSquaredError())
    cb = []
    cb.append(tf.keras.callbacks.LearningRateScheduler(schedule))
    autoencoder.fit(noisy, clean, epochs=2, batch_size=10, shuffle=True, callbacks=cb)
    autoencoder.save_weights("denoise.h5")


if __name__ == "__main__":
    main()
