"""A table is split by chance into files that every process reads: on each host otherwise, unless it is seeded."""

import pandas as pd
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


table = pd.read_csv("all.csv").sample(frac=1)
if hvd.local_rank() == 0:
    table[:8000].to_csv("train.csv")
    table[8000:].to_csv("valid.csv")
barrier()  # until the files are there

train, valid = pd.read_csv("train.csv"), pd.read_csv("valid.csv")
model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(train.drop("y", axis=1).values) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    train.drop("y", axis=1).values[shard],
    train["y"].values[shard],
    validation_data=(valid.drop("y", axis=1).values, valid["y"].values),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
