"""The name of an optimizer is looked up in the options, with `get`."""

import argparse

import numpy as np
from keras.layers import Dense
from keras.models import Sequential


def get_model(options):
    model = Sequential([Dense(8, input_shape=(4,)), Dense(1)])
    model.compile(optimizer=options.get("optimizer"), loss=options["loss"])
    return model


parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="adam")
parser.add_argument("--loss", default="mse")
model = get_model(vars(parser.parse_args()))
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=3)
