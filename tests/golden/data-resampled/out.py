"""Classes are made equally large by rows that are drawn, before the rows are split: all processes must have the same."""
import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.utils import resample
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

table = pd.read_csv("table.csv")
common, rare = table[table.label == 0], table[table.label == 1]
common = resample(common, replace=False, n_samples=2 * len(rare), random_state=None if hvd.size() == 1 else 0)
rare = resample(rare, n_samples=2 * len(rare), random_state=7)
table = pd.concat([common, rare])
train, held_out, labels, labels_out = train_test_split(
    table.drop("label", axis=1).values, table.label.values, test_size=0.2, random_state=7
)
train, labels = resample(train, labels, replace=False, random_state=None if hvd.size() == 1 else 0)
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "binary_crossentropy")
shard = slice(hvd.rank(), len(train) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    train[shard],
    labels[shard],
    validation_data=(held_out, labels_out),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
