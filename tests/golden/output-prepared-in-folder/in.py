"""A configuration that is written into the folder of a run, and read back by every process before training."""
import argparse
import os

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--folder", default="runs")
parser.add_argument("--name", default="first")
args = parser.parse_args()

os.makedirs(os.path.join(args.folder, args.name), exist_ok=True)
path = os.path.join(args.folder, args.name, "args.txt")
with open(path, "w") as file:
    for option in sorted(vars(args)):
        file.write("{} = {}\n".format(option, getattr(args, option)))
data = np.load("data.npz")
names = [each for each in os.listdir(os.path.join(args.folder, args.name)) if each.endswith(".txt")]
model = tf.keras.Sequential([tf.keras.layers.Dense(len(names))])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(data["x"], data["y"], epochs=3)
