"""Samples are split and ordered by seeds that are None unless an option is given, which functions pass on."""

import argparse

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
from sklearn.model_selection import train_test_split
from sklearn.utils import shuffle


def split(samples, labels, part, seed=None):
    return train_test_split(samples, labels, test_size=part, stratify=labels, random_state=seed)


def mixed(samples, labels, seed=None):
    if seed is None:
        seed = 3
    return shuffle(samples, labels, random_state=seed)


def taken(samples, labels, seed=None):
    return shuffle(samples, labels, random_state=seed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--random_state", default=None, type=int)
    parser.add_argument("--repeat", default=1, type=int)
    args = parser.parse_args()
    x, y = taken(*mixed(np.load("x.npy"), np.load("y.npy")), 7)
    for turn in range(args.repeat):
        seed = args.random_state + turn if args.random_state != None else None
        x_train, x_test, y_train, y_test = split(x, y, 0.1, seed=seed)
        model = Sequential([Dense(8, input_shape=(4,)), Dense(1)])
        model.compile(Adam(0.1), "mse")
        model.fit(x_train, y_train, epochs=3, validation_data=(x_test, y_test))
        print(model.evaluate(x_test, y_test))


main()
