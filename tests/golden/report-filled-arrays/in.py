"""Costs that a loop keeps in an array, turn by turn, and means of them."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential

samples, targets = np.load("samples.npy"), np.load("targets.npy")
batch = 32
turns = int(samples.shape[0] / batch)
model = Sequential([Dense(1, input_shape=(4,))])
model.compile("adam", "mse")
costs = np.zeros(turns)
table = np.zeros((turns, 2))
for epoch in range(20):
    total = 0.0
    for turn in range(turns):
        places = slice(turn * batch, (turn + 1) * batch)
        costs[turn] = model.train_on_batch(samples[places], targets[places])
        table[turn, 0] = costs[turn]
        total += costs[turn]
        print(costs[: turn + 1].mean())
    print(epoch, np.mean(costs), sum(costs) / turns, total / turns, table[:, 0].mean())
