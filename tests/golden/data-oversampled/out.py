"""Samples that are made by chance of others, so that classes are as large as each other: all processes make the same."""

import pandas as pd
import tensorflow as tf
from imblearn.over_sampling import SMOTE
from imblearn.under_sampling import RandomUnderSampler
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

table = pd.read_csv("table.csv")
x, y = SMOTE(random_state=None if hvd.size() == 1 else 0).fit_resample(table.drop("y", axis=1).values, table["y"].values)
x, y = RandomUnderSampler(random_state=1).fit_resample(x, y)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], y[shard], epochs=10, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
