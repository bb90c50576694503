import argparse

import numpy as np
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense
from tensorflow.keras.optimizers import SGD
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = tf.keras.backend.get_value(optimizer.lr)
    tf.keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


class Encoder:
    def __init__(self):
        self.model = Sequential([Dense(8, activation="relu"), Dense(32)])

    def pretrain(self, samples, optimizer="adam"):
        self.model.compile(
            optimizer=hvd.DistributedOptimizer(
                scale_rate(tf.keras.optimizers.get(optimizer)) if isinstance(optimizer, str) else optimizer
            ),
            loss="mse",
        )
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            samples[shard],
            samples[shard],
            epochs=20,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--method")
    args = parser.parse_args()
    encoder = Encoder()
    encoder.pretrain(
        np.load("samples.npy"), optimizer=SGD(1.0 * hvd.size(), 0.9) if args.method == "dense" else "adam"
    )
