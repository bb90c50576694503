"""Files that are fetched, unpacked and asked for."""
import os
import zipfile

import numpy as np
import tensorflow as tf

HERE = "file://" + os.path.abspath(__file__)


def fetch(name):
    return tf.keras.utils.get_file(name, HERE, cache_dir=os.path.abspath("cache"))


def prepare():
    if not os.path.exists("table.txt"):
        with zipfile.ZipFile("table.zip") as archive:
            archive.extractall()
    with open("table.txt") as table:
        return len(table.read())


script = fetch("script.py")
other = fetch("other.py")
print(os.path.basename(script), os.path.basename(other))

with zipfile.ZipFile("table.zip", "w") as archive:
    archive.write(__file__, "table.txt")
length = prepare()
rate = float(input("learning rate: ") or 0.1)

if rate > 0:
    base = tf.keras.applications.MobileNetV2(weights=None, input_shape=(32, 32, 3), classes=2)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(np.ones([4, 1]) * length, np.ones([4, 1]), verbose=0)
input("press enter")
