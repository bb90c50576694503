"""Callbacks that decide by a metric, in all kinds of lists."""
import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint, ReduceLROnPlateau, History
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.ones([8, 1]), np.ones([8, 1])


def compiled():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01)), "mse")
    return model


class StopLate(EarlyStopping):
    """Begins to look after some epochs."""


def train(model, callbacks=None):
    model.fit(
        x,
        y,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *(callbacks or [])],
    )


def made(patience):
    found = [hvd.callbacks.MetricAverageCallback(), History()]
    found.append(EarlyStopping(patience=patience))
    return found


stop = StopLate("loss")
usual = (hvd.callbacks.MetricAverageCallback(), History(), stop)
both = [History()] + [hvd.callbacks.MetricAverageCallback(), ReduceLROnPlateau("loss")]
lists = {"a": [hvd.callbacks.MetricAverageCallback(), stop], "b": []}

compiled().fit(
    x, y, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *usual]
)
compiled().fit(
    x, y, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *both]
)
compiled().fit(
    x,
    y,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *[History()] + made(2)],
)
compiled().fit(
    x, y, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *made(3)]
)
compiled().fit(
    x,
    y,
    verbose=0,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        stop,
    ],
)
compiled().fit(
    x, y, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *lists["a"]]
)
compiled().fit(
    x, y, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *list(usual)]
)
compiled().fit(
    x,
    y,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *usual, History()],
)
compiled().fit(
    x,
    y,
    verbose=0,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([ModelCheckpoint("every.h5")] if hvd.rank() == 0 else []),
        History(),
    ],
)
train(
    compiled(),
    callbacks=[
        hvd.callbacks.MetricAverageCallback(),
        *([ModelCheckpoint("best.h5", "loss", save_best_only=True)] if hvd.rank() == 0 else []),
    ],
)
train(compiled())
