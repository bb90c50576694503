"""Files are written under the names of a folder, and read under those of a list: both are in one folder."""
import os

import numpy as np
import tensorflow as tf

names = sorted(os.listdir("raw"))
os.makedirs("small", exist_ok=True)
for name in names:
    np.save("small/" + name, np.load("raw/" + name)[::2])
ids = [line.strip() for line in open("ids.txt")]
x = np.stack([np.load(os.path.join("small", i)) for i in ids])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, x[:, :1], epochs=3)
