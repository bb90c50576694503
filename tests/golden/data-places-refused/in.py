"""Places at which a part of the samples would be read otherwise than all of them are."""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.load("x.npy"), np.load("y.npy")
SIZE = 16


def targets(start):
    return y[start : start + SIZE]


def mirrored(batch):
    return batch[:, ::-1] if np.random.rand() < 0.5 else batch


place = 0
while place != len(x):  # met by whole batches alone
    model.train_on_batch(x[place : place + SIZE], y[place : place + SIZE])
    place += SIZE

skipped = 1000  # those before are left out
while skipped < len(x):
    model.train_on_batch(x[skipped : skipped + SIZE], y[skipped : skipped + SIZE])
    skipped += SIZE

now = 0
while now < len(x) - SIZE:  # what comes next is another process's
    model.train_on_batch(x[now : now + SIZE], x[now + 1 : now + SIZE + 1])
    now += SIZE

for now in range(0, len(x) - SIZE, SIZE):
    model.train_on_batch(x[now : now + SIZE], x[now + 1 : now + SIZE + 1])

near = 0
while near < len(x) - SIZE:  # a sample is in several windows
    model.train_on_batch(x[near : near + SIZE], y[near : near + SIZE])
    near += 1

for start in range(0, len(x), SIZE):  # a function reads the others
    model.train_on_batch(x[start : start + SIZE], targets(start))

rest = 0
while rest + SIZE <= len(x):  # what is left is trained on afterwards
    model.train_on_batch(x[rest : rest + SIZE], y[rest : rest + SIZE])
    rest += SIZE
for turn in range(3):
    model.train_on_batch(x[rest:], y[rest:])

gone = 0
while gone < len(x):  # anew in each turn
    order = np.random.permutation(len(x))
    model.train_on_batch(x[order[gone : gone + SIZE]], y[order[gone : gone + SIZE]])
    gone += SIZE

counted = 0
for turn in range(100):  # goes on in some turns only, and what is mirrored by chance comes in one order
    batch = mirrored(x[counted : counted + SIZE])
    model.train_on_batch(batch, y[counted : counted + SIZE])
    if turn % 2:
        counted += SIZE
