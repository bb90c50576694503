from functools import partial

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

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


x, y = np.load("x.npy"), np.load("y.npy")
make = partial(tf.keras.optimizers.SGD, 0.05 * hvd.size(), 0.9)
make_slow = partial(tf.keras.optimizers.Adam, learning_rate=3e-4 * hvd.size())
CHOICES = {"adam": partial(tf.keras.optimizers.Adam, 0.002), "sgd": partial(tf.keras.optimizers.SGD, momentum=0.5)}


def dense():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


first = dense()
first.compile(hvd.DistributedOptimizer(make(True)), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
train = partial(first.fit, x[shard], y[shard], epochs=5)
train(
    batch_size=64,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

second = dense()
second.compile(hvd.DistributedOptimizer(make_slow(beta_1=0.5)), "mse")
second.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

# what another one is given by the dictionary is not seen
third = dense()
third.compile(hvd.DistributedOptimizer(scale_rate(CHOICES["adam"]())), "mse")
third.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)


class Runner:
    def __init__(self):
        self.make = partial(tf.keras.optimizers.RMSprop, 0.01)
        self.model = dense()

    def run(self):
        self.model.compile(hvd.DistributedOptimizer(scale_rate(self.make(momentum=0.1))), "mse")
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            x[shard],
            y[shard],
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


Runner().run()
