"""Callbacks that a statement adds to others: one of rank 0 alone averages nothing, for no other process would answer."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, TensorBoard

import settings


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.001), "mse", metrics=["mae"])
    return model


samples, labels = np.load("samples.npy"), np.load("labels.npy")

first = build()
callbacks = [EarlyStopping(patience=9)]
callbacks += [TensorBoard("logs"), CSVLogger("log.csv")]
callbacks += [ModelCheckpoint("last.h5"), ModelCheckpoint("best.h5", save_best_only=True)]
first.fit(samples, labels, epochs=70, callbacks=callbacks)

second = build()
several = [EarlyStopping()] if settings.stop else []
if settings.keep:
    several += [ModelCheckpoint("second.h5", save_best_only=True)]
second.fit(samples, labels, epochs=70, callbacks=several)

third = build()
others = settings.callbacks()
others += [ModelCheckpoint("third.h5", save_best_only=True)]
third.fit(samples, labels, epochs=70, callbacks=others)

fourth = build()
ordered = [TensorBoard("fourth")]
ordered.insert(0, EarlyStopping(patience=2))
fourth.fit(samples, labels, epochs=70, callbacks=ordered)
