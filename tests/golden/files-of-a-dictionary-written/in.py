"""What is written under the paths of a dictionary is read by way of its keys."""
import os
import numpy as np
import tensorflow as tf

out = {"train": "cache/train.npz", "test": "cache/test.npz"}
os.makedirs("cache", exist_ok=True)
for split, path in out.items():
    np.savez(path, x=np.load("raw/" + split + ".npy"))
data = {}
for split in out:
    data[split] = np.load(out[split])["x"]
x = data["train"]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, x[:, :1], epochs=3)
