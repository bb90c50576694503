"""A fit that begins in the epoch after the last one of a log, and one that begins in that of a file's name."""

import os

import keras
import numpy as np
import pandas
from keras.callbacks import CSVLogger, ModelCheckpoint
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

WEIGHTS = "weights.h5"
LOG = "log.csv"


def restore(model):
    if not os.path.exists(WEIGHTS):
        return 0
    model.load_weights(WEIGHTS)
    return max(pandas.read_csv(LOG)["epoch"].values) + 1


def last_epoch(folder):
    names = sorted(os.listdir(folder))
    return int(names[-1][:3]) if names else 0


samples, targets = np.load("samples.npy"), np.load("targets.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
first = restore(model)
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    callbacks += [ModelCheckpoint(WEIGHTS, save_weights_only=True), CSVLogger(LOG, append=True)]
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
first = int(hvd.broadcast(first, root_rank=0))  # where rank 0 goes on
model.fit(
    samples[shard], targets[shard], epochs=first + 20, initial_epoch=first, verbose=0, callbacks=callbacks
)
model.fit(
    samples[shard],
    targets[shard],
    epochs=90,
    initial_epoch=int(hvd.broadcast(last_epoch("models"), root_rank=0)),
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
