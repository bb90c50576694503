"""Functions freeze layers that they take out of a model, and show which: every process must freeze them."""

import re

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def freeze(model, names):
    frozen = {}
    for layer in model.layers:
        if any(re.match(name, layer.name) for name in names):
            layer.trainable = False
        frozen[layer.name] = not layer.trainable
    if hvd.rank() == 0:
        print("Frozen layers:")
        for name, is_frozen in frozen.items():
            print(f"{name:20} {is_frozen}")


def freeze_one(model, name):
    layer = model.get_layer(name)
    layer.trainable = False
    if hvd.rank() == 0:
        print("Frozen:", name)


def freeze_last(model):
    model.layers[-1].trainable = False
    if hvd.rank() == 0:
        print("Frozen: the last layer")


def show_sizes(model):
    sizes = np.zeros((len(model.layers), 2))
    for row, layer in zip(sizes, model.layers):
        row[0] = layer.count_params()
    print(sizes)


x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(8, input_shape=(4,), name="first"), Dense(8, name="second"), Dense(1, name="last")])
freeze(model, ["first"])
freeze_one(model, "second")
freeze_last(model)
if hvd.rank() == 0:
    show_sizes(model)
model.compile(hvd.DistributedOptimizer(Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
