import functools
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def announced(work):
    @functools.wraps(work)
    def announcing(*args, **kwargs):
        if hvd.rank() == 0:
            print(f"{work.__name__} begins")
        done = work(*args, **kwargs)
        if hvd.rank() == 0:
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
        self.optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())

    @announced
    def train(self, epochs):
        dataset = (
            tf.data.Dataset.from_tensor_slices(self.spectra)
            .apply(
                lambda data: data.shard(hvd.size(), hvd.rank()).take(
                    data.cardinality() // hvd.size()
                )
            )
            .shuffle(1000)
            .batch(32)
        )
        for _ in range(epochs):
            for spectra in dataset:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.square(self.network(spectra) - spectra))
                tape = hvd.DistributedGradientTape(tape)
                gradients = tape.gradient(loss, self.network.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.network.trainable_variables))
                # Horovod: once, after the first step, which has made all variables
                if not getattr(self.optimizer, "hvd_broadcast_done", False):
                    hvd.broadcast_variables(self.network.variables, root_rank=0)
                    hvd.broadcast_variables(self.optimizer.variables(), root_rank=0)
                    self.optimizer.hvd_broadcast_done = True


def main():
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    spectra = Spectra("waves.npy", "spectra.npy").load()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    coder = Coder(spectra)
    coder.train(10)
    if hvd.rank() == 0:
        coder.network.save_weights("coder.h5")


if __name__ == "__main__":
    main()
