"""Functions freeze layers that they take out of a model, and show which: every process must freeze them."""

import re

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam


def freeze(model, names):
    frozen = {}
    for layer in model.layers:
        if any(re.match(name, layer.name) for name in names):
            layer.trainable = False
        frozen[layer.name] = not layer.trainable
    print("Frozen layers:")
    for name, is_frozen in frozen.items():
        print(f"{name:20} {is_frozen}")


def freeze_one(model, name):
    layer = model.get_layer(name)
    layer.trainable = False
    print("Frozen:", name)


def freeze_last(model):
    model.layers[-1].trainable = False
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
show_sizes(model)
model.compile(Adam(0.001), "mse")
model.fit(x, y, epochs=3)
