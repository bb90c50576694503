import argparse
import json

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--name", default="mine")
parser.add_argument("--save", action="store_true")
parser.add_argument("--load", action="store_true")
args = parser.parse_args()
with open("settings/default.json") as file:
    settings = json.load(file)
for key, value in settings.items():
    print(key, value)
if args.save:
    print("saving")
    with open("settings/" + args.name + ".json", "w") as file:
        json.dump(settings, file)
elif args.load:
    with open("settings/" + args.name + ".json") as file:
        settings.update(json.load(file))
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(settings["rate"]), "mse")
model.fit(x, x[:, :1], epochs=3)
