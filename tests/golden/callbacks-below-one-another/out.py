"""Lists of callbacks that stand below one another behind their bracket: those of rank 0 are added, and stand so as well."""

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

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
if len(x) > 100:
    watch = [
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        keras.callbacks.EarlyStopping(patience=5),
    ]
    if hvd.rank() == 0:
        watch += [keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True),
                  keras.callbacks.TensorBoard(
                      "logs",
                  )]
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(x[shard], y[shard], callbacks=watch, verbose=1 if hvd.rank() == 0 else 0)
outputs = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    outputs += [keras.callbacks.ModelCheckpoint("last.h5"),
                keras.callbacks.CSVLogger("last.csv")]
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], callbacks=outputs, verbose=1 if hvd.rank() == 0 else 0)
single = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    single += [keras.callbacks.ModelCheckpoint(
        "single.h5",
        save_weights_only=True,
    )]
model.fit(x[shard], y[shard], callbacks=single, verbose=1 if hvd.rank() == 0 else 0)
