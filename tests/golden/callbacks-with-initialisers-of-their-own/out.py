"""Callbacks of own classes, whose initialisers take other arguments than the library's, and hand on what these are."""

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Best(keras.callbacks.ModelCheckpoint):
    def __init__(self, folder, loud=True):
        super().__init__(folder + "/best.h5", save_best_only=True)


class Often(keras.callbacks.ModelCheckpoint):
    def __init__(self, steps, path):
        super().__init__(path, save_freq=steps)


class Plateau(keras.callbacks.ReduceLROnPlateau):
    def __init__(self, low, factor=0.5):
        super().__init__("val_loss", factor, 3, min_lr=low)


class Drops(keras.callbacks.LearningRateScheduler):
    def __init__(self, base, at):
        super().__init__(lambda epoch: base * 0.1 ** sum(epoch >= each for each in at) * hvd.size())


class Falling(keras.callbacks.LearningRateScheduler):
    def __init__(self, rates):
        self.rates = rates
        super().__init__(lambda epoch: self.rate(epoch) * hvd.size())

    def rate(self, epoch):
        return self.rates[min(epoch, len(self.rates) - 1)]


class All(keras.callbacks.CSVLogger):
    def __init__(self, *given):
        super().__init__(*given)


x, y = np.load("x.npy"), np.load("y.npy")
held = np.load("held_x.npy"), np.load("held_y.npy")
model = keras.Sequential([keras.layers.Dense(64), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    validation_data=held,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        *([Best("out"), Often(max(1, 2000 // hvd.size()), "often.h5")] if hvd.rank() == 0 else []),
        Plateau(1e-5 * hvd.size()),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        Drops(0.1, (30, 60)),
        *([All("log.csv")] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Falling([0.1, 0.01])],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.load_weights("out/best.h5")
# Horovod: all processes take the weights that rank 0 has restored
broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
broadcast.set_model(model)
broadcast.on_batch_end(0)
