"""The best weights of a model that a function has fitted: rank 0 alone has the file, reads it, and all take them."""

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

samples, labels = np.load("samples.npy"), np.load("labels.npy")
held, told = np.load("held.npy"), np.load("told.npy")
model = keras.Sequential([keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")


def train():
    best = keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True, save_weights_only=True)
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        samples[shard],
        labels[shard],
        validation_data=(held, told),
        epochs=20,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            hvd.callbacks.MetricAverageCallback(),
            *([best] if hvd.rank() == 0 else []),
        ],
        verbose=1 if hvd.rank() == 0 else 0,
    )


train()
if hvd.rank() == 0:
    model.load_weights("best.h5")
# Horovod: all processes take the weights that rank 0 has restored
broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
broadcast.set_model(model)
broadcast.on_batch_end(0)
if hvd.rank() == 0:
    print(model.evaluate(held, told))
