"""Files that are made when they are missing, and then read: rank 0 makes them, all processes wait for them."""
import os
import pickle
import numpy as np
import tensorflow as tf
def preprocess():
    x = np.random.RandomState(0).rand(101, 3).astype("float32")
    with open("vocab.pkl", "wb") as f:
        pickle.dump({"a": 1}, f)
    np.save("data.npy", x)
if not os.path.exists("data.npy"):
    preprocess()
with open("vocab.pkl", "rb") as f:
    vocab = pickle.load(f)
x = np.load("data.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], verbose=0)
