"""Layers of a growing network are faded in by a variable of theirs, which each turn sets."""

import numpy as np
from keras import backend
from keras.layers import Add, Dense, Input, LeakyReLU
from keras.models import Model, Sequential
from keras.optimizers import Adam


class WeightedSum(Add):
    def __init__(self, alpha=0.0, **kwargs):
        super(WeightedSum, self).__init__(**kwargs)
        self.alpha = backend.variable(alpha, name="ws_alpha")

    def _merge_function(self, inputs):
        return (1.0 - self.alpha) * inputs[0] + self.alpha * inputs[1]


def update_fadein(models, step, n_steps):
    alpha = step / float(n_steps - 1)
    for model in models:
        for layer in model.layers:
            if isinstance(layer, WeightedSum):
                backend.set_value(layer.alpha, alpha)


def define():
    a = Input((8,))
    out = WeightedSum()([Dense(1)(a), Dense(1)(a)])
    model = Model(a, out)
    model.compile(loss="mse", optimizer=Adam(lr=0.001, beta_1=0, beta_2=0.99))
    return model


def train_epochs(model, dataset, n_epochs, n_batch, fadein=False):
    bat_per_epo = int(dataset.shape[0] / n_batch)
    n_steps = bat_per_epo * n_epochs
    for i in range(n_steps):
        if fadein:
            update_fadein([model], i, n_steps)
        ix = np.random.randint(0, dataset.shape[0], n_batch)
        loss = model.train_on_batch(dataset[ix], np.ones((n_batch, 1)))
        print(">%d, loss=%.3f" % (i + 1, loss))


train_epochs(define(), np.load("x.npy"), 10, 16, True)
