"""A script that ends where it finds the results of an earlier run."""

import datetime
import os
import sys
import numpy as np
import tensorflow as tf

out = os.path.join("models", datetime.datetime.now().strftime("%Y%m%d"))
if os.path.exists(out):
    print("found", out)
    raise RuntimeError(out)
os.makedirs(out)

logs = "logs"
if os.path.exists(logs):
    raise RuntimeError(logs)
else:
    os.mkdir(logs)
assert not os.path.exists("x"), "there"
os.mkdir("x")
if os.path.isdir("run"):
    print("run is there")
    sys.exit(1)
os.mkdir("run")
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y)
model.save(os.path.join(out, "m.h5"))
model.save(os.path.join("run", "m.h5"))
