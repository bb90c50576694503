"""Callbacks that decide by a metric, in all kinds of lists."""
import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint, ReduceLROnPlateau, History

x, y = np.ones([8, 1]), np.ones([8, 1])


def compiled():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.01), "mse")
    return model


class StopLate(EarlyStopping):
    """Begins to look after some epochs."""


def train(model, callbacks=None):
    model.fit(x, y, verbose=0, callbacks=callbacks)


def made(patience):
    found = [History()]
    found.append(EarlyStopping(patience=patience))
    return found


stop = StopLate("loss")
usual = (History(), stop)
both = [History()] + [ReduceLROnPlateau("loss")]
lists = {"a": [stop], "b": []}

compiled().fit(x, y, verbose=0, callbacks=usual)
compiled().fit(x, y, verbose=0, callbacks=both)
compiled().fit(x, y, verbose=0, callbacks=[History()] + made(2))
compiled().fit(x, y, verbose=0, callbacks=made(3))
compiled().fit(x, y, verbose=0, callbacks=stop)
compiled().fit(x, y, verbose=0, callbacks=lists["a"])
compiled().fit(x, y, verbose=0, callbacks=list(usual))
compiled().fit(x, y, verbose=0, callbacks=[*usual, History()])
compiled().fit(x, y, verbose=0, callbacks=[ModelCheckpoint("every.h5"), History()])
train(compiled(), callbacks=[ModelCheckpoint("best.h5", "loss", save_best_only=True)])
train(compiled())
