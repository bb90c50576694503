"""Arguments that `**` brings from dictionaries that stand in the script, and from the one call of a function."""
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

FIT = {"batch_size": 64, "epochs": 20, "verbose": 2 if hvd.rank() == 0 else 0}
ADAM = dict(learning_rate=0.001 * hvd.size(), beta_1=0.8)
x, y = np.load("x.npy"), np.load("y.npy")

coarse = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
coarse.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(**ADAM)), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
coarse.fit(x[shard], y[shard], callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], **FIT)


def train(model, epochs=10, **settings):
    model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=epochs,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            *([keras.callbacks.ModelCheckpoint("model.h5")] if hvd.rank() == 0 else []),
        ],
        verbose=1 if hvd.rank() == 0 else 0,
        **settings,
    )


train(keras.Sequential([keras.layers.Dense(1)]), batch_size=32, validation_split=0.1)
