import random
from collections import deque

import numpy as np
import pandas as pd
from sklearn.preprocessing import RobustScaler
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def prepared(table):
    rows = RobustScaler().fit_transform(table)
    windows = []
    days = deque(maxlen=60)
    for row in rows:
        days.append([number for number in row[:-1]])
        if len(days) == 60:
            windows.append([np.array(days), row[-1]])
    if hvd.size() > 1:
        random.seed(0)  # one order in all processes
    random.shuffle(windows)
    x, y = [], []
    for window, wanted in windows:
        x.append(window)
        y.append(wanted)
    return np.array(x), y


x, y = prepared(pd.read_csv("prices.csv"))
model = keras.Sequential([keras.layers.LSTM(16), keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=64,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
