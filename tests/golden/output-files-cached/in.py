"""Files that are made or fetched unless they are there."""
import argparse
import os
import urllib.request

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--data-dir", default="data")
args = parser.parse_args()


def maybe_download(name):
    if not os.path.exists(args.data_dir):
        os.makedirs(args.data_dir)
    path = os.path.join(args.data_dir, name)
    if not os.path.exists(path):
        path, _ = urllib.request.urlretrieve("file://" + os.path.abspath(__file__), path)
        print("downloaded", path)
    return path


def vocabulary():
    if os.path.isfile("vocabulary.npy"):
        return np.load("vocabulary.npy")
    words = np.arange(3)
    np.save("vocabulary.npy", words)
    return words


with open(maybe_download("lines.txt")) as file:
    lines = file.read().splitlines()
if os.path.exists("x.npy"):
    x = np.load("x.npy")
else:
    x = np.random.RandomState(0).rand(33, 3).astype("float32")
    np.save("x.npy", x)
words = vocabulary()
urllib.request.urlretrieve("file://" + os.path.abspath(__file__), "copy.txt")
size = os.path.getsize("copy.txt")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], verbose=0)
