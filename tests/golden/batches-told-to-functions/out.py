"""Functions, and a method, of which a callback is made, are told the batch that Keras counts."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Keeper:
    """Saves the weights once in a number of batches."""

    def __init__(self, model, every):
        self.model, self.every = model, every
        self.taken = 0

    def keep(self, batch, logs):
        """Save the weights at a batch."""
        if batch % max(1, self.every // hvd.size()) == 0 and hvd.rank() == 0:
            self.model.save_weights("weights.h5")

    def fall(self, batch, logs):
        """Let the rate fall with all batches."""
        self.taken += hvd.size()
        self.model.optimizer.learning_rate.assign(0.1 * 0.9 ** (self.taken / 1000) * hvd.size())


def tell(batch, logs):
    """Tell the loss at a batch."""
    if (batch + 1) % max(1, 50 // hvd.size()) == 0 and hvd.rank() == 0:
        print(logs["loss"])


def warm(batch):
    """Give the rate at a batch."""
    return 0.1 * min(1, batch * hvd.size() / 1000)


samples, values = np.load("samples.npy"), np.load("values.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
keeper = Keeper(model, 200)
warming = tf.keras.callbacks.LambdaCallback(
    on_batch_begin=lambda batch, logs: model.optimizer.learning_rate.assign(warm(batch) * hvd.size()),
    on_batch_end=tell,
)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    values[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), warming],
    verbose=1 if hvd.rank() == 0 else 0,
)
keeping = tf.keras.callbacks.LambdaCallback(on_train_batch_begin=keeper.fall, on_train_batch_end=keeper.keep)
model.fit(
    samples[shard],
    values[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), keeping],
    verbose=1 if hvd.rank() == 0 else 0,
)
