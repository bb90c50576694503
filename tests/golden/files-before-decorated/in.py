import functools
import os

import numpy as np
import tensorflow as tf


def announced(work):
    @functools.wraps(work)
    def announcing(*args, **kwargs):
        print(f"{work.__name__} begins")
        done = work(*args, **kwargs)
        print(f"{work.__name__} ends")
        return done

    return announcing


class Spectra:
    def __init__(self, raw, prepared):
        self.raw = raw
        self.prepared = prepared

    @announced
    def transform(self, waves):
        return np.abs(np.fft.rfft(waves, axis=-1)).astype("float32")

    def load(self):
        if os.path.exists(self.prepared):
            return np.load(self.prepared)
        spectra = self.transform(np.load(self.raw))
        np.save(self.prepared, spectra)
        return spectra


class Coder:
    def __init__(self, spectra):
        self.spectra = spectra
        self.network = tf.keras.Sequential(
            [tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(spectra.shape[-1])]
        )
        self.optimizer = tf.keras.optimizers.Adam(1e-3)

    @announced
    def train(self, epochs):
        dataset = tf.data.Dataset.from_tensor_slices(self.spectra).shuffle(1000).batch(32)
        for _ in range(epochs):
            for spectra in dataset:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.network(spectra) - spectra))
                gradients = tape.gradient(loss, self.network.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.network.trainable_variables))


def main():
    spectra = Spectra("waves.npy", "spectra.npy").load()
    coder = Coder(spectra)
    coder.train(10)
    coder.network.save_weights("coder.h5")


if __name__ == "__main__":
    main()
