"""Arrays are made smaller, and read back in parts that a library splits: the list of them is mapped and mixed."""
import json
import os
import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split

names = sorted(os.listdir("raw"))
os.makedirs("small", exist_ok=True)
for name in names:
    np.save("small/" + name, np.load("raw/" + name)[::2])
files = list(map(lambda name: "small/" + name, names))
train, test = train_test_split(files, test_size=0.2, random_state=1)
x = np.stack([np.load(f) for f in train])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, x[:, :1], epochs=3)
