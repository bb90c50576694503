"""Functions, and a method, of which a callback is made, are told the batch that Keras counts."""

import numpy as np
import tensorflow as tf


class Keeper:
    """Saves the weights once in a number of batches."""

    def __init__(self, model, every):
        self.model, self.every = model, every
        self.taken = 0

    def keep(self, batch, logs):
        """Save the weights at a batch."""
        if batch % self.every == 0:
            self.model.save_weights("weights.h5")

    def fall(self, batch, logs):
        """Let the rate fall with all batches."""
        self.taken += 1
        self.model.optimizer.learning_rate.assign(0.1 * 0.9 ** (self.taken / 1000))


def tell(batch, logs):
    """Tell the loss at a batch."""
    if (batch + 1) % 50 == 0:
        print(logs["loss"])


def warm(batch):
    """Give the rate at a batch."""
    return 0.1 * min(1, batch / 1000)


samples, values = np.load("samples.npy"), np.load("values.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
keeper = Keeper(model, 200)
warming = tf.keras.callbacks.LambdaCallback(
    on_batch_begin=lambda batch, logs: model.optimizer.learning_rate.assign(warm(batch)),
    on_batch_end=tell,
)
model.fit(samples, values, callbacks=[warming])
keeping = tf.keras.callbacks.LambdaCallback(on_train_batch_begin=keeper.fall, on_train_batch_end=keeper.keep)
model.fit(samples, values, epochs=10, callbacks=[keeping])
