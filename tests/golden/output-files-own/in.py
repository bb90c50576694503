"""What each process has for itself stays with it; what a function that ends the process prints is rank 0's."""
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf


def usage():
    print("usage: train.py")
    sys.exit(2)


if len(sys.argv) > 3:
    usage()
folder = tempfile.mkdtemp()
np.save(os.path.join(folder, "x.npy"), np.ones([8, 3], "float32"))
x = np.load(os.path.join(folder, "x.npy"))
with open("log-%d.txt" % os.getpid(), "w") as log:
    log.write("started")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], verbose=0, callbacks=[tf.keras.callbacks.BackupAndRestore("backup")])
with open("results.txt", "w") as results:
    results.write("done")
with open("results.txt") as results:
    text = results.read()
print(text)
