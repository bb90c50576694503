"""Each sample is trained on or held back by a draw that has a name: all processes must draw alike."""

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

train, held_back = [], []
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
for sample in np.load("x.npy"):
    is_held_back = np.random.rand() < 0.2
    if is_held_back:
        held_back.append(sample)
    else:
        train.append(sample)
train, held_back = np.array(train), np.array(held_back)
model = keras.Sequential([keras.layers.Dense(8)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(train) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    train[shard],
    train[shard],
    epochs=30,
    validation_data=(held_back, held_back),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
