"""A method of a callback calls the model, and its optimizer, by names of its own."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Settings:
    """What a run is asked for: no optimizer, though one is called so."""

    def __init__(self, optimizer):
        self.optimizer = optimizer


class Wanted:
    lr = 0.01


class Drop(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        optimizer = self.model.optimizer
        if epoch == 20:
            K.set_value(optimizer.lr, 1e-4 * hvd.size())


class Fall(keras.callbacks.Callback):
    def __init__(self, settings, end):
        super().__init__()
        self.settings = settings
        self.end = end

    def on_epoch_end(self, epoch, logs=None):
        model = self.model
        optimizer = model.optimizer
        optimizer.learning_rate = optimizer.learning_rate * 0.95
        if K.get_value(optimizer.learning_rate) <= self.end * hvd.size():
            model.stop_training = True
        wanted = self.settings.optimizer
        if wanted.lr < 1e-3:
            model.stop_training = True


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), loss="mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=50,
    validation_split=0.1,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        Drop(),
        Fall(Settings(Wanted()), 1e-5),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
