"""Scores are kept by a library that is not read, whose names come by a star beside those of Keras."""

import numpy as np
from tensorflow.keras.layers import *
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
from houseworks import *
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

store = kit.Store.open("scores")
x = np.load("x.npy")
y = np.load("y.npy")
model = Sequential([Dense(8, activation="relu"), Dense(1)])
model.compile(optimizer=hvd.DistributedOptimizer(Adam(0.01 * hvd.size())), loss="mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    store.save_scores(model.predict(x, verbose=0), "first")
