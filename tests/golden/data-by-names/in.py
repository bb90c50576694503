"""Inputs that a model gets by their names: each of them is divided."""

from collections import OrderedDict

import numpy as np
import pandas as pd
import tensorflow as tf

frame = pd.read_csv("samples.csv")
target = frame.pop("y")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(dict(frame), target)
model.fit(dict(a=np.ones(9), b=np.ones(9)), target)
inputs = OrderedDict(frame)
model.fit(inputs, target)
named = {name: np.array(value) for name, value in frame.items()}
model.fit(named.copy(), target)
model.fit(frame.to_dict("list"), target)
model.fit(list(named.values()), target)
