"""Files whose names are kept under keys that are put together are made before a training reads one of them."""

import argparse
import os

import tensorflow as tf


def settings():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prepare", action="store_true")
    parser.add_argument("--folder", default="data")
    options = vars(parser.parse_args())
    for part in ("train", "test"):
        options[part + "_path"] = os.path.join(options["folder"], part + ".txt")
    return options


def prepare(options):
    with open("all.txt") as source:
        lines = source.readlines()
    for place, part in enumerate(("train", "test")):
        with open(options[f"{part}_path"], "w") as out:
            out.writelines(lines[place::2])


def read(options, name):
    data = tf.data.TextLineDataset(options[f"{name}_path"])
    return data.map(lambda line: (tf.strings.to_number(tf.strings.split(line)), 0.0)).shuffle(10).batch(4)


options = settings()
if options["prepare"]:
    prepare(options)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(read(options, "train"), epochs=3)
