"""A list of callbacks gets the name of the module that they come from: what rank 0 alone has stays in the list."""

import numpy as np
from keras import callbacks
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(1)])
model.compile(
    loss="mse", optimizer=hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size()))
)
callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    *([callbacks.TensorBoard(log_dir="logs")] if hvd.rank() == 0 else []),
]
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], epochs=3, callbacks=callbacks, verbose=1 if hvd.rank() == 0 else 0)
