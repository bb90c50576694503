"""Checkpoints of callbacks that are appended to a list are written while the model is trained, and read after it."""

import argparse
import os

import numpy as np
from keras.callbacks import EarlyStopping, ModelCheckpoint
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam


def get_callbacks(folder):
    callbacks = [EarlyStopping("val_loss", patience=3)]
    callbacks.append(ModelCheckpoint(os.path.join(folder, "last.h5")))
    callbacks.append(ModelCheckpoint(os.path.join(folder, "best.h5"), monitor="val_loss", save_best_only=True))
    return callbacks


def main(folder):
    x, y = np.load("x.npy"), np.load("y.npy")
    os.makedirs(folder)
    model = Sequential([Dense(8, input_shape=(4,)), Dense(1)])
    model.compile(Adam(0.001), "mse")
    model.fit(x[100:], y[100:], epochs=3, validation_data=(x[:100], y[:100]), callbacks=get_callbacks(folder))
    best = os.path.join(folder, "best.h5")
    if os.path.isfile(best):
        model.load_weights(best)
    model.save(os.path.join(folder, "model.h5"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="out")
    main(parser.parse_args().folder)
