"""Orders by generators whose seed is another in each process: that of the time, one that chance gives, none at all."""

import random
import time

import numpy as np
from sklearn.utils import shuffle
from tensorflow import keras

samples, labels = shuffle(np.load("a.npy"), np.load("b.npy"), random_state=int(time.time()))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(samples, labels, batch_size=32, epochs=3)

more = np.load("c.npy")
seed = random.randint(0, 99)
random.Random(seed).shuffle(more)
other = keras.Sequential([keras.layers.Dense(1)])
other.compile(keras.optimizers.Adam(0.001), "mse")
other.fit(more, more, batch_size=32, epochs=3)

last = np.load("d.npy")
generator = random.Random()
generator.shuffle(last)
third = keras.Sequential([keras.layers.Dense(1)])
third.compile(keras.optimizers.Adam(0.001), "mse")
third.fit(last, last, batch_size=32, epochs=3)

known = np.load("e.npy")
random.Random(7).shuffle(known)
fourth = keras.Sequential([keras.layers.Dense(1)])
fourth.compile(keras.optimizers.Adam(0.001), "mse")
fourth.fit(known, known, batch_size=32, epochs=3)
