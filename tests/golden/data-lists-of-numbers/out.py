"""Samples in plain lists: numbers that are written, read and computed, and beside them a list of inputs."""
import math

import numpy as np
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

x_train = [1, 2, 3, 4] * 50
y_train = [0, -1, -2, -3] * 50
sines = [math.sin(2 * x + 1) for x in range(200)]
prices = []
for line in open("prices.txt"):
    prices.append(float(line) / 100)
inputs = [np.zeros((200, 2)) / 255, np.ones((200, 3))]

model = Sequential()
model.add(Dense(1))
model.compile(
    loss="mse", optimizer=hvd.DistributedOptimizer(type(keras.optimizers.get("sgd"))(0.01 * hvd.size()))
)
shard = slice(hvd.rank(), len(x_train) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x_train[shard],
    y_train[shard],
    epochs=200,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
model.fit(
    x_train[shard], sines[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)
model.fit(
    x_train[shard], prices[shard], verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
)
model.fit(
    [part[shard] for part in inputs],
    x_train[shard],
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
